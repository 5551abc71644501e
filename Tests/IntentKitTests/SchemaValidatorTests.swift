import IntentKit
import JSONText
import Testing

/// A schema and a value to validate, with the expected problems.
private struct Case: Sendable, CustomTestStringConvertible {
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
  Case("{}", "[1,{}]"),
  Case(#"{"type":"string"}"#, #""x""#),
  Case(#"{"type":"string"}"#, "1", at("", .wrongType(expected: ["string"], found: 1))),
  Case(#"{"type":"string"}"#, "null", at("", .wrongType(expected: ["string"], found: nil))),
  Case(#"{"type":"boolean"}"#, "true"),
  Case(#"{"type":"boolean"}"#, "0", at("", .wrongType(expected: ["boolean"], found: 0))),
  Case(#"{"type":"null"}"#, "null"),
  Case(#"{"type":"array"}"#, "{}", at("", .wrongType(expected: ["array"], found: [:]))),
  Case(#"{"type":"object"}"#, "[]", at("", .wrongType(expected: ["object"], found: []))),
  Case(#"{"type":"integer"}"#, "1"),
  Case(#"{"type":"integer"}"#, "1.0"),
  Case(#"{"type":"integer"}"#, "1e400"),
  Case(#"{"type":"integer"}"#, "true", at("", .wrongType(expected: ["integer"], found: true))),
  Case(#"{"type":"number"}"#, "1"),
  Case(#"{"type":"number"}"#, "1.5"),
  Case(#"{"type":["string","null"]}"#, "null"),
  Case(
    #"{"type":["string","null"]}"#,
    "false",
    at("", .wrongType(expected: ["string", "null"], found: false))
  ),
])
private func `a value of the wrong type is a problem`(test: Case) throws {
  try test.expect()
}

@Test(arguments: [
  Case(#"{"enum":["a",1,null]}"#, "null"),
  Case(#"{"enum":["a",1,null]}"#, "1.0"),
  Case(#"{"enum":["a","b"]}"#, #""c""#, at("", .notOneOf(["a", "b"], found: "c"))),
  Case(#"{"enum":[{"a":1,"b":2}]}"#, #"{"b":2.0,"a":1}"#),
  Case(#"{"const":[1]}"#, "[1.0]"),
  Case(#"{"const":1}"#, "2", at("", .notOneOf([1], found: 2))),
  Case(#"{"const":null}"#, "0", at("", .notOneOf([nil], found: 0))),
  Case(
    #"{"const":9007199254740993}"#,
    "9007199254740992",
    at("", .notOneOf([9_007_199_254_740_993], found: 9_007_199_254_740_992))
  ),
  Case(#"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#, #""b""#),
  Case(
    #"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#,
    #""A""#,
    at("", .notOneOf(["a", "b"], found: "A"))
  ),
  Case(#"{"oneOf":[{"type":"string"},{"const":1}]}"#, #""anything""#),
  Case(#"{"enum":["a","b"],"const":"a"}"#, #""b""#, at("", .notOneOf(["a"], found: "b"))),
  Case(#"{"enum":[]}"#, "1", at("", .notOneOf([], found: 1))),
])
private func `a value that isn't one of the choices is a problem`(test: Case) throws {
  try test.expect()
}

private let upToTen = ValidationError.Kind.outOfRange(
  minimum: JSONNumber(1),
  maximum: JSONNumber(10),
  found: 11
)

@Test(arguments: [
  Case(#"{"minimum":1,"maximum":10}"#, "1"),
  Case(#"{"minimum":1,"maximum":10}"#, "10.0"),
  Case(#"{"minimum":1,"maximum":10}"#, "11", at("", upToTen)),
  Case(#"{"minimum":1}"#, #""0""#),
  Case(
    #"{"minimum":0}"#,
    "-1",
    at("", .outOfRange(minimum: JSONNumber(0), maximum: nil, found: -1))
  ),
  Case(
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
  Case(#"{"minLength":1,"maxLength":2}"#, #""ab""#),
  Case(#"{"maxLength":2}"#, #""é€""#),
  Case(
    #"{"maxLength":1}"#,
    #""e\u0301""#,
    at("", .wrongLength(minimum: nil, maximum: 1, found: 2))
  ),
  Case(
    #"{"minLength":1}"#,
    #""""#,
    at("", .wrongLength(minimum: 1, maximum: nil, found: 0))
  ),
  Case(#"{"minLength":1}"#, "0"),
  Case(
    #"{"minItems":1}"#,
    "[]",
    at("", .wrongCount(minimum: 1, maximum: nil, found: 0))
  ),
  Case(
    #"{"minItems":1,"maxItems":2}"#,
    "[1,2,3]",
    at("", .wrongCount(minimum: 1, maximum: 2, found: 3))
  ),
])
private func `a value beyond a limit is a problem, and one at the limit is not`(
  test: Case
) throws {
  try test.expect()
}

@Test(arguments: [
  Case(#"{"uniqueItems":true}"#, #"[1,"1",true,[1]]"#),
  Case(
    #"{"uniqueItems":true}"#,
    "[1.0,2,1]",
    at("", .repeatedItem(1))
  ),
  Case(#"{"uniqueItems":false}"#, "[1,1]"),
  Case(
    #"{"items":{"type":"integer","maximum":3}}"#,
    #"[1,"x",4]"#,
    at("/1", .wrongType(expected: ["integer"], found: "x")),
    at("/2", .outOfRange(minimum: nil, maximum: JSONNumber(3), found: 4))
  ),
  Case(
    #"{"items":{"items":{"type":"string"}}}"#,
    #"[[],["a",null]]"#,
    at("/1/1", .wrongType(expected: ["string"], found: nil))
  ),
  Case(#"{"items":{"type":"string"}}"#, "{}"),
  Case(#"{"items":false}"#, "[]"),
  Case(
    #"{"items":false}"#,
    "[1]",
    at("", .wrongCount(minimum: nil, maximum: 0, found: 1))
  ),
])
private func `an invalid or repeated item of a list is a problem at its index`(test: Case)
  throws
{
  try test.expect()
}

@Test(arguments: [
  Case(#"{"required":["a","b"]}"#, #"{"b":null}"#, at("/a", .missing)),
  Case(
    #"{"required":["a","b"],"properties":{"c":{"type":"string"}}}"#,
    #"{"c":1}"#,
    at("/a", .missing),
    at("/b", .missing),
    at("/c", .wrongType(expected: ["string"], found: 1))
  ),
  Case(#"{"properties":{"a":{"type":"string"}}}"#, #"{"b":1}"#),
  Case(
    #"{"properties":{"comment":{}},"additionalProperties":false}"#,
    #"{"coment":1,"x":2}"#,
    at("/coment", .unknownName(near: "comment")),
    at("/x", .unknownName(near: nil))
  ),
  Case(#"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1}"#),
  Case(#"{"properties":{"a":false}}"#, #"{"a":1}"#, at("/a", .unknownName(near: nil))),
  Case(
    #"{"additionalProperties":{"type":"integer"}}"#,
    #"{"a":1,"b":"x"}"#,
    at("/b", .wrongType(expected: ["integer"], found: "x"))
  ),
  Case(
    #"{"properties":{"a":{"type":"object","required":["b"]}}}"#,
    #"{"a":{}}"#,
    at("/a/b", .missing)
  ),
])
private func `an invalid, missing or unknown member is a problem at its name`(test: Case)
  throws
{
  try test.expect()
}

@Test func `problems have pointers below the given one`() {
  let check = SchemaValidator(["properties": ["a/b": ["type": "string"]]])
  let problems = check.problems(in: ["a/b": 1], at: JSONPointer(["3", "with"]))
  #expect(problems.map(\.pointer.description) == ["/3/with/a~1b"])
}
