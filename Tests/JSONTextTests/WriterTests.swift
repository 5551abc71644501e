import JSONText
import Testing

private let value: JSONValue = [
  "empty": [:], "none": [], "list": [1, "two", [nil, true]], "object": ["a": ["b": false]],
]

@Test func `the compact layout has no spaces`() {
  let text = #"{"empty":{},"none":[],"list":[1,"two",[null,true]],"object":{"a":{"b":false}}}"#
  #expect(value.text() == text)
  #expect(value.bytes(.compact) == Array(text.utf8))
}

@Test func `the indented layout has one line per element`() {
  let text = """
    {
      "empty": {},
      "none": [],
      "list": [
        1,
        "two",
        [
          null,
          true
        ]
      ],
      "object": {
        "a": {
          "b": false
        }
      }
    }

    """
  #expect(value.text(.indented) == text)
  #expect(JSONValue.null.text(.indented) == "null\n")
}

@Test func `every control character has the shortest escape`() {
  let short: [UInt8: String] = [8: "b", 9: "t", 10: "n", 12: "f", 13: "r"]
  for byte in UInt8(0)..<0x20 {
    let hex = String(byte, radix: 16)
    let escape = short[byte] ?? "u00" + (hex.count == 1 ? "0" : "") + hex
    let text = JSONValue.string("a\(Unicode.Scalar(byte))").text()
    #expect(text == "\"a\\\(escape)\"")
  }
}

@Test(arguments: [
  ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\u{7F}", "\"\u{7F}\""),
  ("é€😀", "\"é€😀\""), ("\u{84}\u{86}\u{2027}\u{202A}", "\"\u{84}\u{86}\u{2027}\u{202A}\""),
  ("a\u{85}b", #""a\u0085b""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\r\n", #""\r\n""#),
  ("\"\u{301}", "\"\\\"\u{301}\""),
])
func `a string is written with the escapes it needs`(string: String, text: String) {
  #expect(JSONValue.string(string).text() == text)
  #expect((JSONValue.object([string: 1])).text() == "{\(text):1}")
}

@Test(arguments: [JSONValue.Layout.indented, .stored])
func `files and digests keep the line separators of Unicode as they are`(layout: JSONValue.Layout) {
  let text = "a\u{85}b\u{2028}\u{2029}\n"
  #expect(JSONValue.string(text).text(layout).hasPrefix("\"a\u{85}b\u{2028}\u{2029}\\n\""))
}

@Test(arguments: [JSONValue.Layout.compact, .indented, .stored])
func `a value survives a round trip`(layout: JSONValue.Layout) throws {
  let hard: JSONValue = [
    "\u{0}\"\\": ["😀", "e\u{301}", "\u{1F}", "\u{85}\u{2028}"], "": value, "x": 1,
  ]
  #expect(try JSONValue(parsing: hard.bytes(layout)) == hard)
}
