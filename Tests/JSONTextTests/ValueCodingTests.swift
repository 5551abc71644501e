import JSONText
import Testing

/// Swift values encoded as and decoded from JSON values.
@Suite struct ValueCodingTests {
  private struct Sample: Codable, Equatable {
    enum Choice: String, Codable { case first, second }

    var count: Int
    var text: String?
    var numbers: [Double]
    var flags: [String: Bool]
    var json: JSONValue
    var choice: Choice
    var byte: UInt8
    @Nullable var parent: String?
  }

  private static let sample = Sample(
    count: 3,
    numbers: [1.5, 2],
    flags: ["on": true],
    json: ["a": [1, .null]],
    choice: .second,
    byte: 200,
    parent: nil
  )

  private static let text =
    #"{"count":3,"numbers":[1.5,2],"flags":{"on":true},"json":{"a":[1,null]},"#
    + #""choice":"second","byte":200,"parent":null}"#

  @Test func `members are encoded in their order, and absent ones left out`() throws {
    #expect(try JSONValue(encoding: Self.sample).text() == Self.text)
  }

  @Test func `a value is decoded from its JSON`() throws {
    #expect(try JSONValue(parsing: Self.text).decode(Sample.self) == Self.sample)
  }

  @Test func `scalars and arrays are encoded too`() throws {
    #expect(try JSONValue(encoding: 3) == 3)
    #expect(try JSONValue(encoding: "a") == "a")
    #expect(try JSONValue(encoding: [Sample.Choice.first]) == ["first"])
    #expect(try JSONValue(encoding: Int?.none) == .null)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.nan) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
  }

  @Test(
    arguments: [
      (#"{"a":"x"}"#, "keyNotFound"), (#"{"count":"3"}"#, "typeMismatch"), ("[]", "typeMismatch"),
      (#"{"count":1.5}"#, "typeMismatch"),
    ]
  )
  func `a value of another type isn't decoded`(text: String, error: String) throws {
    let thrown = #expect(throws: DecodingError.self) {
      try JSONValue(parsing: text).decode(Sample.self)
    }
    #expect(thrown.map { "\($0)".contains(error) } == true, "\(String(describing: thrown))")
  }
}
