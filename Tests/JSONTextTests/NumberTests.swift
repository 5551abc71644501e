import JSONText
import MinutaTestSupport
import Testing

private func number(_ text: String) throws -> JSONNumber {
  guard case .number(let number) = try JSONValue(parsing: text) else { throw NotANumberError() }
  return number
}

private struct NotANumberError: Error {}

@Test(arguments: [
  ("0", 0), ("-0", 0), ("-0.0", 0), ("0e99999999999999999999", 0),
  ("1.0", 1), ("10e-1", 1), ("1e2", 100), ("1.5e1", 15), ("-12.340e3", -12340),
  ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.0", 9_007_199_254_740_993),
  ("1e18", 1_000_000_000_000_000_000),
  ("9223372036854775807", .max), ("922337203685477580.7e1", .max),
  ("-9223372036854775808", .min), ("-9223372036854775808.00", .min),
])
func `a whole number is recognized in every notation`(text: String, value: Int) throws {
  #expect(try number(text).integer == value)
  #expect(try number(text).isInteger)
  #expect(try JSONValue(parsing: text).typeName == "integer")
}

@Test(arguments: [
  ("1.5", false), ("1e-1", false), ("1e-400", false), ("1.00000000000000000001", false),
  ("0.99999999999999999999", false), ("1e-99999999999999999999", false),
  ("9223372036854775808", true), ("-9223372036854775809", true), ("1e400", true),
  ("123456789012345678901234567890", true), ("1e99999999999999999999", true),
])
func `a number that doesn't fit into Int has no integer value`(text: String, isWhole: Bool) throws {
  #expect(try number(text).integer == nil)
  #expect(try number(text).isInteger == isWhole)
  #expect(try JSONValue(parsing: text).typeName == (isWhole ? "integer" : "number"))
}

@Test(arguments: [
  (0.0, "0"), (-0.0, "-0"), (1, "1"), (100, "100"), (0.1, "0.1"), (1.5e-7, "1.5e-07"),
  (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
  (-1.7976931348623157e308, "-1.7976931348623157e+308"),
])
func `a Double is written in its shortest form`(value: Double, text: String) throws {
  #expect(JSONNumber(value)?.text == text)
  #expect(try number(text).double.bitPattern == value.bitPattern)
}

@Test(arguments: [Double.nan, .infinity, -.infinity])
func `infinity and NaN are not numbers`(value: Double) {
  #expect(JSONNumber(value) == nil)
}

@Test func `Doubles survive a round trip`() throws {
  var generator = SeededGenerator(seed: 11)
  for _ in 0..<2000 {
    let value = Double(bitPattern: generator.next())
    guard let written = JSONNumber(value) else { continue }
    #expect(try number(written.text).double.bitPattern == value.bitPattern)
  }
}

@Test func `a number too large for Double is infinite`() throws {
  #expect(try number("1e400").double == .infinity)
  #expect(try number("-1e400").double == -.infinity)
  #expect(try number("1e-400").double == 0)
}

@Test func `numbers with the same text are equal`() throws {
  #expect(try number("1") == JSONNumber(1))
  #expect(try number("1") != number("1.0"))
}

@Test(arguments: [
  ("[1, 1.0, 10e-1, 0.1e1]", "[1,1,1,1]"),
  ("[0, -0, 0.0, 0e7]", "[0,0,0,0]"),
  ("[100, 1e2, 12.50, -1250e-2]", "[1e2,1e2,125e-1,-125e-1]"),
  ("{\"b\": 1.0, \"a\": {\"d\": [], \"c\": \"x\"}}", "{\"a\":{\"c\":\"x\",\"d\":[]},\"b\":1}"),
])
func `equal values have the same normalized form`(text: String, normal: String) throws {
  #expect(try JSONValue(parsing: text).normalized.text() == normal)
}
