import MinutaExport
import MinutaTestSupport
import Testing

struct CSVWriterTests {
  private func text(_ rows: [[String]]) -> String {
    var output: [UInt8] = []
    for row in rows { CSVWriter.append(row, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `only cells that need quotes have them`() {
    let cells = ["a", " b ", "c,d", "e\"f", "g\nh", "i\rj", "", "k;l"]
    #expect(text([cells]) == "a, b ,\"c,d\",\"e\"\"f\",\"g\nh\",\"i\rj\",,k;l\r\n")
  }

  @Test func `an empty cell alone is no blank line`() {
    #expect(text([["tag"], [""], ["Work"]]) == "tag\r\n\"\"\r\nWork\r\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-5", "'-5"), ("@home", "'@home"), ("\t =1", "'\t =1"),
    ("\r\n=1", "'\r\n=1"), ("'=1", "''=1"), ("' '=1", "'' '=1"), ("1=1", "1=1"), ("'a", "'a"),
    ("", ""), ("'", "'"), ("a-b", "a-b"),
  ])
  func `formulas get an apostrophe, which can be removed again`(_ cell: String, _ shown: String) {
    #expect(FormulaText.escaped(cell) == shown)
    #expect(FormulaText.unescaped(shown) == cell)
  }

  @Test func `all cells are read as they were written`() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", "\"", ",", "\r", "\n", "\r\n", "'", "=", " ", "é", "🙂", "\u{0}", "\u{FEFF}"]
    let rows = (0..<2000).map { _ in
      ["x"]
        + (0..<3).map { _ in
          (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
            pieces[Int.random(in: pieces.indices, using: &generator)]
          }.joined()
        }
    }
    let file = ImportFile(name: "file", bytes: Array(text(rows).utf8))
    var reader = CSVReader(file, separator: UInt8(ascii: ","))
    var read: [[String]] = []
    while case .row(let row)? = try reader.next() { read.append(row.cells) }
    let isEqual =
      read.map { $0.map { Array(FormulaText.unescaped($0).utf8) } }
      == rows.map { $0.map { Array($0.utf8) } }
    #expect(isEqual)
  }
}
