import JSONText
import Testing

/// A document that the parser must reject, with the expected problem and position.
struct RejectedDocument: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let problem: JSONError.Problem
  let offset: Int
  let line: Int
  let pointer: String

  init(
    _ text: String,
    _ problem: JSONError.Problem,
    _ offset: Int,
    line: Int = 1,
    at pointer: String = ""
  ) {
    self.init(Array(text.utf8), problem, offset, line: line, at: pointer)
  }

  init(
    _ bytes: [UInt8],
    _ problem: JSONError.Problem,
    _ offset: Int,
    line: Int = 1,
    at pointer: String = ""
  ) {
    self.bytes = bytes
    self.problem = problem
    self.offset = offset
    self.line = line
    self.pointer = pointer
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  func expectRejection() {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    #expect(error?.problem == problem)
    #expect(error?.offset == offset)
    #expect(error?.line == line)
    #expect(error?.pointer.description == pointer)
  }
}

@Test(arguments: [
  RejectedDocument("", .unexpectedEnd, 0),
  RejectedDocument(" \n", .unexpectedEnd, 2, line: 2),
  RejectedDocument("[", .unexpectedEnd, 1),
  RejectedDocument("[1", .unexpectedEnd, 2),
  RejectedDocument("[1,", .unexpectedEnd, 3, at: "/1"),
  RejectedDocument("{", .unexpectedEnd, 1),
  RejectedDocument("{\"a\"", .unexpectedEnd, 4),
  RejectedDocument("{\"a\":", .unexpectedEnd, 5, at: "/a"),
  RejectedDocument("{\"a\":1", .unexpectedEnd, 6),
  RejectedDocument("{\"a\":1,", .unexpectedEnd, 7),
  RejectedDocument("\"a", .unexpectedEnd, 2),
  RejectedDocument("\"\\", .unexpectedEnd, 2),
  RejectedDocument("\"\\u12", .unexpectedEnd, 5),
  RejectedDocument("tru", .unexpectedEnd, 3),
  RejectedDocument("-", .unexpectedEnd, 1),
  RejectedDocument("1.", .unexpectedEnd, 2),
  RejectedDocument("1e+", .unexpectedEnd, 3),
])
func `a truncated text is rejected`(document: RejectedDocument) {
  document.expectRejection()
}

@Test(arguments: [
  RejectedDocument("]", .unexpectedCharacter("]"), 0),
  RejectedDocument("'a'", .unexpectedCharacter("'"), 0),
  RejectedDocument("+1", .unexpectedCharacter("+"), 0),
  RejectedDocument(".5", .unexpectedCharacter("."), 0),
  RejectedDocument("NaN", .unexpectedCharacter("N"), 0),
  RejectedDocument("nan", .unexpectedCharacter("a"), 1),
  RejectedDocument("Infinity", .unexpectedCharacter("I"), 0),
  RejectedDocument("TRUE", .unexpectedCharacter("T"), 0),
  RejectedDocument("// no\n1", .unexpectedCharacter("/"), 0),
  RejectedDocument("[1, /* no */ 2]", .unexpectedCharacter("/"), 4, at: "/1"),
  RejectedDocument("\u{FEFF}1", .byteOrderMark, 0),
  RejectedDocument("\u{FEFF}", .byteOrderMark, 0),
  RejectedDocument("\u{A0}1", .unexpectedCharacter("\u{A0}"), 0),
  RejectedDocument("[1\u{0C}]", .unexpectedCharacter("\u{0C}"), 2),
  RejectedDocument("\u{0}", .unexpectedCharacter("\u{0}"), 0),
  RejectedDocument("é", .unexpectedCharacter("é"), 0),
  RejectedDocument("[😀]", .unexpectedCharacter("😀"), 1, at: "/0"),
  RejectedDocument("[1}", .unexpectedCharacter("}"), 2),
  RejectedDocument("[1 2]", .unexpectedCharacter("2"), 3),
  RejectedDocument("[01]", .unexpectedCharacter("1"), 2),
  RejectedDocument("[,]", .unexpectedCharacter(","), 1, at: "/0"),
  RejectedDocument("[1,,2]", .unexpectedCharacter(","), 3, at: "/1"),
  RejectedDocument("{,}", .unexpectedCharacter(","), 1),
  RejectedDocument("{a:1}", .unexpectedCharacter("a"), 1),
  RejectedDocument("{1:1}", .unexpectedCharacter("1"), 1),
  RejectedDocument("{\"a\" 1}", .unexpectedCharacter("1"), 5),
  RejectedDocument("{\"a\"=1}", .unexpectedCharacter("="), 4),
  RejectedDocument("{\"a\":}", .unexpectedCharacter("}"), 5, at: "/a"),
  RejectedDocument("{\"a\":1 \"b\":2}", .unexpectedCharacter("\""), 7),
  RejectedDocument("{\"a\":1]", .unexpectedCharacter("]"), 6),
  RejectedDocument(
    "{\n \"a\": [\n  1,\n  x\n ]\n}",
    .unexpectedCharacter("x"),
    17,
    line: 4,
    at: "/a/1"
  ),
  RejectedDocument(
    "[{\"a/b\": {\"c~d\": tru }}]",
    .unexpectedCharacter(" "),
    20,
    at: "/0/a~1b/c~0d"
  ),
])
func `an unexpected character is rejected`(document: RejectedDocument) {
  document.expectRejection()
}

@Test(arguments: [
  RejectedDocument("1 2", .trailingText, 2),
  RejectedDocument("01", .trailingText, 1),
  RejectedDocument("0x1", .trailingText, 1),
  RejectedDocument("truee", .trailingText, 4),
  RejectedDocument("{}\n{}", .trailingText, 3, line: 2),
  RejectedDocument("\"a\"\"b\"", .trailingText, 3),
  RejectedDocument("[]\u{0}", .trailingText, 2),
  RejectedDocument("[1,]", .trailingComma, 2),
  RejectedDocument("[1 , \n]", .trailingComma, 3),
  RejectedDocument("{\"a\":1,}", .trailingComma, 6),
  RejectedDocument("[[1,\n[2,]]]", .trailingComma, 7, line: 2, at: "/0/1"),
  RejectedDocument("-x", .malformedNumber, 0),
  RejectedDocument("-Infinity", .malformedNumber, 0),
  RejectedDocument("[1.]", .malformedNumber, 1, at: "/0"),
  RejectedDocument("[1.e5]", .malformedNumber, 1, at: "/0"),
  RejectedDocument("[3, 1e]", .malformedNumber, 4, at: "/1"),
  RejectedDocument("{\"a\":1e+,\"b\":2}", .malformedNumber, 5, at: "/a"),
  RejectedDocument("[--1]", .malformedNumber, 1, at: "/0"),
])
func `trailing text, trailing commas and bad numbers are rejected`(document: RejectedDocument) {
  document.expectRejection()
}

@Test(arguments: [
  RejectedDocument("\"a\nb\"", .controlCharacter(0x0A), 2),
  RejectedDocument("\"\\n\tb\"", .controlCharacter(0x09), 3),
  RejectedDocument("{\"\u{0}\":1}", .controlCharacter(0), 2),
  RejectedDocument("[\"\u{1F}\"]", .controlCharacter(0x1F), 2, at: "/0"),
  RejectedDocument(#""\x""#, .malformedEscape, 2),
  RejectedDocument(#""\'""#, .malformedEscape, 2),
  RejectedDocument(#""\U0041""#, .malformedEscape, 2),
  RejectedDocument(#""\u12G4""#, .malformedEscape, 5),
  RejectedDocument(#""\u12""#, .malformedEscape, 5),
  RejectedDocument(#""\u+123""#, .malformedEscape, 3),
  RejectedDocument("\"\\u00\u{FF11}1\"", .malformedEscape, 5),
  RejectedDocument(#""\ud800""#, .loneSurrogate, 1),
  RejectedDocument(#""\ude00""#, .loneSurrogate, 1),
  RejectedDocument(#""a\ud83d\n""#, .loneSurrogate, 2),
  RejectedDocument(#""\ud83d\u0041""#, .loneSurrogate, 1),
  RejectedDocument(#""\ud83d\ud83d\ude00""#, .loneSurrogate, 1),
  RejectedDocument(#"["\ud83d", 1]"#, .loneSurrogate, 2, at: "/0"),
  RejectedDocument(#""\ud83d\u00""#, .malformedEscape, 11),
])
func `a malformed string is rejected`(document: RejectedDocument) {
  document.expectRejection()
}

@Test(arguments: [
  RejectedDocument([0xFF], .invalidUTF8, 0),
  RejectedDocument([0x5B, 0xC3], .invalidUTF8, 1, at: "/0"),
  RejectedDocument([0x22, 0x61, 0xFF, 0x22], .invalidUTF8, 2),
  RejectedDocument([0x22, 0xC3, 0xA9, 0xC3, 0x22], .invalidUTF8, 3),
  RejectedDocument([0x22, 0xC0, 0xAF, 0x22], .invalidUTF8, 1),
  RejectedDocument([0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1),
  RejectedDocument([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, 1),
  RejectedDocument([0x22, 0x5C, 0x6E, 0x62, 0x80, 0x22], .invalidUTF8, 4),
  RejectedDocument([0x22, 0x62, 0x80, 0x5C, 0x6E, 0x22], .invalidUTF8, 2),
  RejectedDocument(
    [0x5B, 0x31, 0x2C, 0x0A, 0x22, 0xE2, 0x82, 0x22, 0x5D],
    .invalidUTF8,
    5,
    line: 2,
    at: "/1"
  ),
  RejectedDocument([0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D], .invalidUTF8, 2),
])
func `invalid UTF-8 is rejected`(document: RejectedDocument) {
  document.expectRejection()
}

@Test(arguments: [
  RejectedDocument("{\"a\":1,\"a\":2}", .duplicateKey("a"), 7),
  RejectedDocument("{\"a\":1,\"\\u0061\":2}", .duplicateKey("a"), 7),
  RejectedDocument("[{\"a\":{\"\":1,\n\"\":1}}]", .duplicateKey(""), 13, line: 2, at: "/0/a"),
  RejectedDocument("{\"é\":1,\"é\":1}", .duplicateKey("é"), 8),
])
func `a duplicate key is rejected`(document: RejectedDocument) {
  document.expectRejection()
}

@Test(arguments: [1, 15, 16, 17, 40])
func `a duplicate key in a large object is rejected`(count: Int) {
  let members = (0..<count).map { "\"\($0)\":0" }
  for repeated in Set([0, count / 2, count - 1]) {
    let text = "{" + (members + ["\"\(repeated)\":0"]).joined(separator: ",") + "}"
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.problem == .duplicateKey(String(repeated)))
  }
}

@Test(arguments: [
  ("[1,]", "trailing comma on line 1"),
  ("{\"a\":\n[x]}", "unexpected 'x' on line 2 (at /a/0)"),
  ("\u{7F}", "unexpected character 127 on line 1"),
  ("{\"a\":1,\"a\":1}", "duplicate key 'a' on line 1"),
  ("\"\u{1}\"", "unescaped control character U+0001 in a string on line 1"),
  ("[[[[]]]]", "nested more than 3 levels deep on line 1 (at /0/0/0)"),
])
func `an error describes the problem and its position`(text: String, words: String) {
  let error = #expect(throws: JSONError.self) {
    try JSONValue(parsing: text, limits: JSONLimits(depth: 3))
  }
  #expect(error?.description == words)
}

@Test func `long keys in an error are shortened`() throws {
  let name = String(repeating: "n", count: 400) + "end"
  for text in [#"{"\#(name)":1,"\#(name)":2}"#, #"{"\#(name)":[1,]}"#] {
    let error = try #require(#expect(throws: JSONError.self) { try JSONValue(parsing: text) })
    #expect(error.description.count < 200)
    #expect(error.description.contains("…"))
    #expect(error.description.contains("end"))
  }
}
