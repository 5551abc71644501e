import MinutaExport
import Testing

struct CSVReaderTests {
  /// Returns the rows of a file, each with its line.
  private func rows(_ text: String, separator: Character = ",") throws -> [String] {
    try rows(Array(text.utf8), separator: separator)
  }

  private func rows(_ bytes: [UInt8], separator: Character = ",") throws -> [String] {
    let separator = try #require(separator.asciiValue)
    var reader = CSVReader(ImportFile(name: "file", bytes: bytes), separator: separator)
    var rows: [String] = []
    while let element = try reader.next() {
      switch element {
      case .row(let row): rows.append("\(row.line) \(row.cells)")
      case .invalid(let line, let reason): rows.append("\(line) \(reason)")
      }
    }
    return rows
  }

  @Test(arguments: [
    ("", []),
    ("\n\r\n\r", []),
    ("a,b\n1,2\n", [#"1 ["a", "b"]"#, #"2 ["1", "2"]"#]),
    ("a,b\r\n1,2", [#"1 ["a", "b"]"#, #"2 ["1", "2"]"#]),
    ("a\rb\r\rc\r", [#"1 ["a"]"#, #"2 ["b"]"#, #"4 ["c"]"#]),
    ("\u{FEFF}\"a\",b", [#"1 ["a", "b"]"#]),
    (",\n,,", [#"1 ["", ""]"#, #"2 ["", "", ""]"#]),
    (#""a,""b""",c"#, [#"1 ["a,\"b\"", "c"]"#]),
    ("\"a\r\n\rb\nc\",d\ne", [#"1 ["a\r\n\rb\nc", "d"]"#, #"5 ["e"]"#]),
    (#" "a",b"c,"d" ,"#, [#"1 [" \"a\"", "b\"c", "d", ""]"#]),
    (#""a\",b"#, [#"1 ["a\\", "b"]"#]),
    ("\"\"\",\"\"\"", [#"1 ["\",\""]"#]),
    ("\"\"\n\"\",", [#"1 [""]"#, #"2 ["", ""]"#]),
  ])
  func `rows have the cells and lines of RFC 4180`(_ text: String, _ expected: [String]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(arguments: [";", "\t", "|"] as [Character])
  func `other separators are read`(_ separator: Character) throws {
    #expect(try rows("a\(separator)b,c", separator: separator) == [#"1 ["a", "b,c"]"#])
  }

  @Test func `a quote that is never closed spoils only its row`() throws {
    let text = "a\n1,\"2\n3,4\n5,6"
    #expect(
      try rows(text) == [#"1 ["a"]"#, "2 unclosedQuote", #"3 ["3", "4"]"#, #"4 ["5", "6"]"#]
    )
    #expect(try rows("a,\"") == ["1 unclosedQuote"])
    #expect(try rows("\"\r\n") == ["1 unclosedQuote"])
  }

  @Test(arguments: [
    ("\"d\"e,f\n1,2", ["1 textAfterQuote", #"2 ["1", "2"]"#]),
    (#""a" "b",c"#, ["1 textAfterQuote"]),
    ("1,\"2\n3,\"4\"\n5,6", ["1 textAfterQuote", #"2 ["3", "4"]"#, #"3 ["5", "6"]"#]),
    ("1,\"2\n\"3\",4\n5,6", ["1 textAfterQuote", #"2 ["3", "4"]"#, #"3 ["5", "6"]"#]),
  ])
  func `text after a closing quote shows that a quote before it isn't closed`(
    _ text: String,
    _ expected: [String]
  ) throws {
    #expect(try rows(text) == expected)
  }

  @Test func `many open quotes before much text cost little`() throws {
    let found = try rows(String(repeating: "x\",\"z\n", count: 20_000) + "x\"y")
    #expect(found.first == "1 textAfterQuote" && found.count < 20_002)
  }

  @Test func `an open quote before much text costs little`() throws {
    let text = "a,\"b\n" + String(repeating: "1,2\n", count: 2_000_000) + "3,4\""
    let found = try rows(text)
    #expect(found.first == "1 unclosedQuote")
    #expect(found.count == 2_000_002)
  }

  @Test func `text that isn't UTF-8 spoils only its row`() throws {
    let found = try rows(Array("a\nB".utf8) + [0xFC, 0x72, 0x6F] + Array("\nc".utf8))
    #expect(found == [#"1 ["a"]"#, "2 encoding", #"3 ["c"]"#])
  }

  @Test func `cells may be split between two chunks of the file`() throws {
    let bytes = Array("a,\"b\r\n\"\"c\"\r\nd,é\r\n".utf8)
    let whole = try rows(bytes)
    for size in 1...bytes.count {
      let file = ImportFile(name: "file") { offset, count in
        Array(bytes.dropFirst(offset).prefix(min(count, size)))
      }
      var reader = CSVReader(file, separator: UInt8(ascii: ","))
      var found: [String] = []
      while case .row(let row)? = try reader.next() { found.append("\(row.line) \(row.cells)") }
      #expect(found == whole, "with chunks of \(size) bytes")
    }
  }

  @Test func `a row without quotes that is too long is refused`() {
    let text = String(repeating: "x", count: 5 << 20)
    #expect(throws: FormatError.tooLarge(file: "file", limit: 4 << 20)) { try rows(text) }
  }

  @Test(arguments: [
    ("a,b;c", ","), ("a;b;c,d", ";"), ("a\tb", "\t"), ("\"a;b;c\",d", ","), ("a", ","),
  ])
  func `the separator is the one with the most columns`(_ text: String, _ expected: Character)
    throws
  {
    let header = try CSVHeader(of: ImportFile(name: "file", bytes: Array(text.utf8)))
    #expect(header?.separator == expected.asciiValue)
  }

  @Test func `columns are found by name in any case and order`() throws {
    let text = " Start Time ,end_time,Start,Start"
    let header = try #require(try CSVHeader(of: ImportFile(name: "file", bytes: Array(text.utf8))))
    let names = ["Start", "start time", "START_TIME", "End Time", "Endtime!", "Stop"]
    #expect(names.map { header.index(of: $0) } == [2, 0, 0, 1, 1, nil])
  }
}
