import JSONText
import Testing

@Test(arguments: [
  ("null", "null"),
  (" true ", "true"),
  ("false", "false"),
  ("\t\r\n0\n", "0"),
  ("[]", "[]"),
  ("[ ]", "[]"),
  ("{}", "{}"),
  ("{\n}", "{}"),
  ("[1,[2,[]],{\"a\":{}}]", "[1,[2,[]],{\"a\":{}}]"),
  ("{ \"b\" : 1 , \"a\" : [ null ] }", "{\"b\":1,\"a\":[null]}"),
  (#""""#, #""""#),
  (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
  (#""\u0041\u00e9\u00E9\u20ac""#, "\"Aéé€\""),
  (#""\ud83d\ude00 \uD83D\uDE00""#, "\"😀 😀\""),
  (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
  (#""\udbff\udfff""#, "\"\u{10FFFF}\""),
  (
    "\"\u{7F}\u{80}\u{2028}\u{FEFF}\u{FFFF}\u{10FFFF}\"",
    "\"\u{7F}\u{80}\\u2028\u{FEFF}\u{FFFF}\u{10FFFF}\""
  ),
  ("{\"\":\"\"}", "{\"\":\"\"}"),
])
func `a valid document is parsed`(text: String, compact: String) throws {
  #expect(try JSONValue(parsing: text).text() == compact)
}

@Test(arguments: [
  "0", "-0", "0.0", "-0.0", "1", "-1", "1.0", "1.50", "1e2", "1E2", "1e+2", "1e-2", "0e0", "10.01",
  "9007199254740993", "9223372036854775808", "123456789012345678901234567890", "1e400", "1e-400",
  "0.1000000000000000055511151231257827", "-1.5E-300", "1e99999999999999999999",
])
func `a number keeps its text`(text: String) throws {
  #expect(try JSONValue(parsing: text).text() == text)
  #expect(try JSONValue(parsing: " [\(text) ] ").text() == "[\(text)]")
}

@Test func `members keep their order`() throws {
  let names = (0..<40).map { "k\($0 * 7 % 40)" }
  let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
  let object = try #require(try JSONValue(parsing: text).object)
  #expect(object.keys == names)
  #expect(JSONValue.object(object).text() == text)
}

@Test func `two Unicode spellings of a letter are different keys and strings`() throws {
  let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
  #expect(value["\u{E9}"]?.integer == 1)
  #expect(value["e\u{301}"]?.integer == 2)
  let text = try JSONValue(parsing: "\"e\u{301}\"").string
  #expect(text?.unicodeScalars.count == 2)
}
