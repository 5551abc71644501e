import Foundation
import JSONText
import Testing

private func decoded(_ text: String) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
}

private func encoded(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

@Test(
  arguments: [
    ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("1", 1), ("-7", -7),
    ("9223372036854775807", .number(JSONNumber(Int.max))), ("\"\"", ""), ("\"1\"", "1"),
    ("\"true\"", "true"), ("[]", []), ("{}", [:]), ("[null,[{}],1]", [nil, [[:]], 1]),
    ("{\"a\":{\"b\":[\"é\"]}}", ["a": ["b": ["é"]]]),
  ] as [(String, JSONValue)]
)
func `Foundation's decoder gives the same value`(text: String, value: JSONValue) throws {
  #expect(try decoded(text) == value)
  #expect(try JSONValue(parsing: text) == value)
}

@Test(arguments: [("1.5", 1.5), ("-0.1", -0.1), ("1e300", 1e300), ("9223372036854775808", 0x1p63)])
func `Foundation's decoder gives the nearest Double`(text: String, value: Double) throws {
  #expect(try decoded(text) == JSONNumber(value).map { .number($0) })
}

@Test(
  arguments: [
    (JSONValue.null, "null"), (true, "true"), (42, "42"), ("a/é\n", "\"a/é\\n\""), ([], "[]"),
    ([:], "{}"), (["b": [1, nil, "x"], "a": [:]], "{\"a\":{},\"b\":[1,null,\"x\"]}"),
  ] as [(JSONValue, String)]
)
func `Foundation's encoder writes the value`(value: JSONValue, text: String) throws {
  #expect(try encoded(value) == text)
}

@Test(arguments: [("1.0", "1"), ("1e2", "100"), ("0.25", "0.25"), ("-1.5e3", "-1500")])
func `Foundation's encoder writes a number's value`(text: String, written: String) throws {
  #expect(try encoded(JSONValue(parsing: text)) == written)
}

@Test func `a number too large for Foundation's encoder is an error`() throws {
  let value = try JSONValue(parsing: "[1e400]")
  #expect(throws: EncodingError.self) { try encoded(value) }
}

/// An example of a type with a handwritten JSON conversion.
private struct Distance: JSONCodable, Equatable {
  struct DistanceError: Error {}

  let metres: Int

  init(metres: Int) {
    self.metres = metres
  }

  init(json: JSONValue) throws {
    guard let metres = json["m"]?.integer else { throw DistanceError() }
    self.metres = metres
  }

  var json: JSONValue { ["m": .number(JSONNumber(metres))] }
}

@Test func `a JSONCodable type works with any coder`() throws {
  let ways = [Distance(metres: 3), Distance(metres: -1)]
  #expect(try encoded(ways) == #"[{"m":3},{"m":-1}]"#)
  #expect(try JSONDecoder().decode([Distance].self, from: JSONEncoder().encode(ways)) == ways)
  #expect(throws: Distance.DistanceError.self) {
    try JSONDecoder().decode(Distance.self, from: Data(#"{"m":"3"}"#.utf8))
  }
  let list = try PropertyListEncoder().encode(ways)
  #expect(try PropertyListDecoder().decode([Distance].self, from: list) == ways)
}
