import IntentRPC
import JSONText
import Testing

@Suite struct FrameParserTests {
  private let limit = 1000

  private func frames(_ pieces: [ArraySlice<UInt8>]) -> [Frame] {
    var parser = FrameParser(limit: limit)
    var frames = pieces.flatMap { parser.feed(Array($0)) }
    if let last = parser.finish() { frames.append(last) }
    return frames
  }

  private func frames(_ text: String) -> [Frame] {
    frames([Array(text.utf8)[...]])
  }

  private static func message(_ text: String) -> Frame { .message(Array(text.utf8)) }

  static let streams: [(String, [Frame])] = [
    ("{\"a\":1}\n{\"b\":\"é🕰\"}\n", [message("{\"a\":1}"), message("{\"b\":\"é🕰\"}")]),
    ("\r\n \t\n[1]\r\n\n\n  {}\r\n", [message("[1]\r"), message("{}\r")]),
    ("{}\n{\"last\":1}", [message("{}"), message("{\"last\":1}")]),
    ("{}\nContent-Length: 2\n{}", [message("{}"), message("Content-Length: 2"), message("{}")]),
    ("Content-Length: 2\r\n\r\n{}", [message("{}")]),
    ("content-length:5\r\n\r\n[\"a\"]", [message("[\"a\"]")]),
    ("CONTENT-LENGTH : \t 005 \r\n\r\n[\"é\"", [message("[\"é\"")]),
    ("Content-Length: 2\n\n{}", [message("{}")]),
    (
      "\r\n Content-Length: 2\r\n\r\n{}\r\n\r\nContent-Length: 1\r\n\r\n1\n",
      [message("{}"), message("1")]
    ),
    ("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", [message(""), message("{}")]),
    (
      "Content-Length: 1000\r\n\r\n" + String(repeating: " ", count: 1000),
      [message(String(repeating: " ", count: 1000))]
    ),
    (
      "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n{}",
      [message("{}")]
    ),
    ("Content-Type: a/b;charset=\"UTF-8\"\r\nX: y\r\nContent-Length: 2\r\n\r\n{}", [message("{}")]),
    ("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", [message("{}")]),
    (
      "Content-Type: a/b; charset=utf-16\r\nContent-Length: 2\r\n\r\n{}Content-Length: 1\r\n\r\n1",
      [.unreadable(.unknownCharset("utf-16")), message("1")]
    ),
    ("", []),
    (" \r\n", []),
    ("x{}\n{}\n", [.broken(.unknownFraming(firstByte: 0x78))]),
    ("\u{FEFF}{}\n", [.broken(.unknownFraming(firstByte: 0xEF))]),
    (
      "{}\n[" + String(repeating: " ", count: 1000) + "\n{}\n",
      [message("{}"), .broken(.messageTooLong(limit: 1000))]
    ),
    ("Content-Length: 3\r\n\r\n{}", [.broken(.inputEnded)]),
    ("Content-Length: 3\r\n", [.broken(.inputEnded)]),
    ("Content-Length: 2\r\n\r\n{}{}", [message("{}"), .broken(.inputEnded)]),
    ("Content-Length: 2\r\n\r\n{}{}\n", [message("{}"), .broken(.malformedHeader("{}"))]),
  ]

  @Test(arguments: streams)
  func `A1 A2 A4 a stream yields the same messages wherever it is split`(
    stream: String,
    expected: [Frame]
  ) {
    let bytes = Array(stream.utf8)
    #expect(frames([bytes[...]]) == expected)
    #expect(frames(bytes.indices.map { bytes[$0...$0] }) == expected)
    for split in bytes.indices {
      #expect(frames([bytes[..<split], bytes[split...]]) == expected, "split at \(split)")
    }
  }

  @Test(arguments: [
    ("\u{FEFF}{}\n[]\n", ["{}", "[]"]), ("\u{FEFF}{}", ["{}"]), ("\n\u{FEFF}\n{}\n", ["", "{}"]),
    ("{}\n\u{FEFF}{}\n", ["{}", "\u{FEFF}{}"]), ("\u{FEFF}\u{FEFF}{}\n", ["\u{FEFF}{}"]),
  ])
  func `a plugin's output may begin with one byte order mark`(stream: String, expected: [String]) {
    let bytes = Array(stream.utf8)
    for split in bytes.indices {
      var parser = FrameParser(limit: limit, framing: .newline)
      var frames = parser.feed(Array(bytes[..<split])) + parser.feed(Array(bytes[split...]))
      if let last = parser.finish() { frames.append(last) }
      #expect(frames == expected.map(Self.message), "split at \(split)")
    }
  }

  @Test(arguments: [
    ("-5", RPCError.malformedLength("-5")),
    ("", .malformedLength("")),
    ("+5", .malformedLength("+5")),
    ("5 5", .malformedLength("5 5")),
    ("0x5", .malformedLength("0x5")),
    ("٥", .malformedLength("٥")),
    ("12345678901234567890", .messageTooLong(limit: 1000)),
    ("1001", .messageTooLong(limit: 1000)),
    ("5\r\nContent-Length: 5", .malformedLength("5")),
  ])
  func `A6 an invalid Content-Length ends the input`(length: String, error: RPCError) {
    #expect(
      frames("Content-Length: \(length)\r\n\r\n{}\nContent-Length: 2\r\n\r\n{}")
        == [.broken(error)]
    )
  }

  @Test func `A6 a header without a length ends the input`() {
    #expect(frames("Content-Type: a/b\r\n\r\n{}") == [.broken(.missingLength)])
  }

  @Test func `A6 a header that is too long ends the input`() {
    let line = "Content-X: " + String(repeating: "y", count: 90) + "\r\n"
    let header = String(repeating: line, count: 100)
    #expect(frames(header) == [.broken(.headerTooLong(limit: 8192))])
  }

  @Test(arguments: [(Framing.newline, "é🕰\n"), (.header, "Content-Length: 6\r\n\r\né🕰")])
  func `A3 A5 a frame has an exact form`(framing: Framing, expected: String) {
    #expect(framing.frame(Array("é🕰".utf8)) == Array(expected.utf8))
  }
}
