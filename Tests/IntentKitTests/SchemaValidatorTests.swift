import IntentKit
import JSONText
import Testing

/// A schema and a value to validate, with the expected problems.
private struct SchemaTestCase: Sendable, CustomTestStringConvertible {
  let schema: String
  let value: String
  let problems: [ValidationError]

  init(_ schema: String, _ value: String, _ problems: ValidationError...) {
    self.schema = schema
    self.value = value
    self.problems = problems
  }

  var testDescription: String { "\(value) against \(schema)" }

  func expect() throws {
    let schema = try #require(try JSONValue(parsing: schema).object)
    #expect(SchemaValidator(schema).problems(in: try JSONValue(parsing: value)) == problems)
  }
}

/// Creates a validation error at a JSON pointer without escapes, such as `/steps/0`.
func at(_ pointer: String, _ kind: ValidationError.Kind) -> ValidationError {
  ValidationError(JSONPointer(pointer.split(separator: "/").map(String.init)), kind)
}

@Test(arguments: [
  SchemaTestCase("{}", "[1,{}]"),
  SchemaTestCase(#"{"type":"string"}"#, #""x""#),
  SchemaTestCase(#"{"type":"string"}"#, "1", at("", .wrongType(expected: ["string"], found: 1))),
  SchemaTestCase(
    #"{"type":"string"}"#,
    "null",
    at("", .wrongType(expected: ["string"], found: nil))
  ),
  SchemaTestCase(#"{"type":"boolean"}"#, "true"),
  SchemaTestCase(#"{"type":"boolean"}"#, "0", at("", .wrongType(expected: ["boolean"], found: 0))),
  SchemaTestCase(#"{"type":"null"}"#, "null"),
  SchemaTestCase(#"{"type":"array"}"#, "{}", at("", .wrongType(expected: ["array"], found: [:]))),
  SchemaTestCase(#"{"type":"object"}"#, "[]", at("", .wrongType(expected: ["object"], found: []))),
  SchemaTestCase(#"{"type":"integer"}"#, "1"),
  SchemaTestCase(#"{"type":"integer"}"#, "1.0"),
  SchemaTestCase(#"{"type":"integer"}"#, "1e400"),
  SchemaTestCase(
    #"{"type":"integer"}"#,
    "true",
    at("", .wrongType(expected: ["integer"], found: true))
  ),
  SchemaTestCase(#"{"type":"number"}"#, "1"),
  SchemaTestCase(#"{"type":"number"}"#, "1.5"),
  SchemaTestCase(#"{"type":["string","null"]}"#, "null"),
  SchemaTestCase(
    #"{"type":["string","null"]}"#,
    "false",
    at("", .wrongType(expected: ["string", "null"], found: false))
  ),
])
private func `values of the wrong type`(test: SchemaTestCase) throws {
  try test.expect()
}

@Test(arguments: [
  SchemaTestCase(#"{"enum":["a",1,null]}"#, "null"),
  SchemaTestCase(#"{"enum":["a",1,null]}"#, "1.0"),
  SchemaTestCase(#"{"enum":["a","b"]}"#, #""c""#, at("", .notOneOf(["a", "b"], found: "c"))),
  SchemaTestCase(#"{"enum":[{"a":1,"b":2}]}"#, #"{"b":2.0,"a":1}"#),
  SchemaTestCase(#"{"const":[1]}"#, "[1.0]"),
  SchemaTestCase(#"{"const":1}"#, "2", at("", .notOneOf([1], found: 2))),
  SchemaTestCase(#"{"const":null}"#, "0", at("", .notOneOf([nil], found: 0))),
  SchemaTestCase(
    #"{"const":9007199254740993}"#,
    "9007199254740992",
    at("", .notOneOf([9_007_199_254_740_993], found: 9_007_199_254_740_992))
  ),
  SchemaTestCase(#"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#, #""b""#),
  SchemaTestCase(
    #"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#,
    #""A""#,
    at("", .notOneOf(["a", "b"], found: "A"))
  ),
  SchemaTestCase(#"{"oneOf":[{"type":"string"},{"const":1}]}"#, #""anything""#),
  SchemaTestCase(#"{"enum":["a","b"],"const":"a"}"#, #""b""#, at("", .notOneOf(["a"], found: "b"))),
  SchemaTestCase(#"{"enum":[]}"#, "1", at("", .notOneOf([], found: 1))),
])
private func `values that aren't one of the choices`(test: SchemaTestCase) throws {
  try test.expect()
}

private let upToTen = ValidationError.Kind.outOfRange(
  minimum: JSONNumber(1),
  maximum: JSONNumber(10),
  found: 11
)

@Test(arguments: [
  SchemaTestCase(#"{"minimum":1,"maximum":10}"#, "1"),
  SchemaTestCase(#"{"minimum":1,"maximum":10}"#, "10.0"),
  SchemaTestCase(#"{"minimum":1,"maximum":10}"#, "11", at("", upToTen)),
  SchemaTestCase(#"{"minimum":1}"#, #""0""#),
  SchemaTestCase(
    #"{"minimum":0}"#,
    "-1",
    at("", .outOfRange(minimum: JSONNumber(0), maximum: nil, found: -1))
  ),
  SchemaTestCase(
    #"{"maximum":9007199254740992}"#,
    "9007199254740993",
    at(
      "",
      .outOfRange(
        minimum: nil,
        maximum: JSONNumber(9_007_199_254_740_992),
        found: 9_007_199_254_740_993
      )
    )
  ),
  SchemaTestCase(#"{"minLength":1,"maxLength":2}"#, #""ab""#),
  SchemaTestCase(#"{"maxLength":2}"#, #""é€""#),
  SchemaTestCase(
    #"{"maxLength":1}"#,
    #""e\u0301""#,
    at("", .wrongLength(minimum: nil, maximum: 1, found: 2))
  ),
  SchemaTestCase(
    #"{"minLength":1}"#,
    #""""#,
    at("", .wrongLength(minimum: 1, maximum: nil, found: 0))
  ),
  SchemaTestCase(#"{"minLength":1}"#, "0"),
  SchemaTestCase(
    #"{"minItems":1}"#,
    "[]",
    at("", .wrongCount(minimum: 1, maximum: nil, found: 0))
  ),
  SchemaTestCase(
    #"{"minItems":1,"maxItems":2}"#,
    "[1,2,3]",
    at("", .wrongCount(minimum: 1, maximum: 2, found: 3))
  ),
])
private func `values outside their limits`(test: SchemaTestCase) throws {
  try test.expect()
}

@Test(arguments: [
  SchemaTestCase(#"{"uniqueItems":true}"#, #"[1,"1",true,[1]]"#),
  SchemaTestCase(
    #"{"uniqueItems":true}"#,
    "[1.0,2,1]",
    at("", .repeatedItem(1))
  ),
  SchemaTestCase(#"{"uniqueItems":false}"#, "[1,1]"),
  SchemaTestCase(
    #"{"items":{"type":"integer","maximum":3}}"#,
    #"[1,"x",4]"#,
    at("/1", .wrongType(expected: ["integer"], found: "x")),
    at("/2", .outOfRange(minimum: nil, maximum: JSONNumber(3), found: 4))
  ),
  SchemaTestCase(
    #"{"items":{"items":{"type":"string"}}}"#,
    #"[[],["a",null]]"#,
    at("/1/1", .wrongType(expected: ["string"], found: nil))
  ),
  SchemaTestCase(#"{"items":{"type":"string"}}"#, "{}"),
  SchemaTestCase(#"{"items":false}"#, "[]"),
  SchemaTestCase(
    #"{"items":false}"#,
    "[1]",
    at("", .wrongCount(minimum: nil, maximum: 0, found: 1))
  ),
])
private func `invalid and repeated list items`(test: SchemaTestCase) throws {
  try test.expect()
}

@Test(arguments: [
  SchemaTestCase(#"{"required":["a","b"]}"#, #"{"b":null}"#, at("/a", .missing)),
  SchemaTestCase(
    #"{"required":["a","b"],"properties":{"c":{"type":"string"}}}"#,
    #"{"c":1}"#,
    at("/a", .missing),
    at("/b", .missing),
    at("/c", .wrongType(expected: ["string"], found: 1))
  ),
  SchemaTestCase(#"{"properties":{"a":{"type":"string"}}}"#, #"{"b":1}"#),
  SchemaTestCase(
    #"{"properties":{"comment":{}},"additionalProperties":false}"#,
    #"{"coment":1,"x":2}"#,
    at("/coment", .unknownName(near: "comment")),
    at("/x", .unknownName(near: nil))
  ),
  SchemaTestCase(#"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1}"#),
  SchemaTestCase(#"{"properties":{"a":false}}"#, #"{"a":1}"#, at("/a", .unknownName(near: nil))),
  SchemaTestCase(
    #"{"additionalProperties":{"type":"integer"}}"#,
    #"{"a":1,"b":"x"}"#,
    at("/b", .wrongType(expected: ["integer"], found: "x"))
  ),
  SchemaTestCase(
    #"{"properties":{"a":{"type":"object","required":["b"]}}}"#,
    #"{"a":{}}"#,
    at("/a/b", .missing)
  ),
])
private func `invalid, missing and unknown members`(test: SchemaTestCase) throws {
  try test.expect()
}

@Test func `problems have pointers below the given one`() {
  let check = SchemaValidator(["properties": ["a/b": ["type": "string"]]])
  let problems = check.problems(in: ["a/b": 1], at: JSONPointer(["3", "with"]))
  #expect(problems.map(\.pointer.description) == ["/3/with/a~1b"])
}
