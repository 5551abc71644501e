import IntentKit
import JSONText
import Testing

/// Values and a schema, and what is wrong with each.
private struct SchemaCase: Sendable, CustomTestStringConvertible {
  let schema: String
  let value: String
  let problems: [ValueProblem]

  init(_ schema: String, _ value: String, _ problems: ValueProblem...) {
    self.schema = schema
    self.value = value
    self.problems = problems
  }

  var testDescription: String { "\(value) against \(schema)" }

  func expect() throws {
    let schema = try #require(try JSONValue(parsing: schema).object)
    #expect(SchemaCheck(schema).problems(in: try JSONValue(parsing: value)) == problems)
  }
}

/// A problem at a pointer written as text, for which no token here has an escape.
private func at(_ pointer: String, _ kind: ValueProblem.Kind) -> ValueProblem {
  ValueProblem(JSONPointer(pointer.split(separator: "/").map(String.init)), kind)
}

@Test(arguments: [
  SchemaCase("{}", "[1,{}]"),
  SchemaCase(#"{"type":"string"}"#, #""x""#),
  SchemaCase(#"{"type":"string"}"#, "1", at("", .wrongType(expected: ["string"], found: 1))),
  SchemaCase(#"{"type":"string"}"#, "null", at("", .wrongType(expected: ["string"], found: nil))),
  SchemaCase(#"{"type":"boolean"}"#, "true"),
  SchemaCase(#"{"type":"boolean"}"#, "0", at("", .wrongType(expected: ["boolean"], found: 0))),
  SchemaCase(#"{"type":"null"}"#, "null"),
  SchemaCase(#"{"type":"array"}"#, "{}", at("", .wrongType(expected: ["array"], found: [:]))),
  SchemaCase(#"{"type":"object"}"#, "[]", at("", .wrongType(expected: ["object"], found: []))),
  SchemaCase(#"{"type":"integer"}"#, "1"),
  SchemaCase(#"{"type":"integer"}"#, "1.0"),
  SchemaCase(#"{"type":"integer"}"#, "1e400"),
  SchemaCase(
    #"{"type":"integer"}"#,
    "true",
    at("", .wrongType(expected: ["integer"], found: true))
  ),
  SchemaCase(#"{"type":"number"}"#, "1"),
  SchemaCase(#"{"type":"number"}"#, "1.5"),
  SchemaCase(#"{"type":["string","null"]}"#, "null"),
  SchemaCase(
    #"{"type":["string","null"]}"#,
    "false",
    at("", .wrongType(expected: ["string", "null"], found: false))
  ),
])
private func `a value of another type`(test: SchemaCase) throws {
  try test.expect()
}

@Test(arguments: [
  SchemaCase(#"{"enum":["a",1,null]}"#, "null"),
  SchemaCase(#"{"enum":["a",1,null]}"#, "1.0"),
  SchemaCase(#"{"enum":["a","b"]}"#, #""c""#, at("", .notOneOf(["a", "b"], found: "c"))),
  SchemaCase(#"{"enum":[{"a":1,"b":2}]}"#, #"{"b":2.0,"a":1}"#),
  SchemaCase(#"{"const":[1]}"#, "[1.0]"),
  SchemaCase(#"{"const":1}"#, "2", at("", .notOneOf([1], found: 2))),
  SchemaCase(#"{"const":null}"#, "0", at("", .notOneOf([nil], found: 0))),
  SchemaCase(
    #"{"const":9007199254740993}"#,
    "9007199254740992",
    at("", .notOneOf([9_007_199_254_740_993], found: 9_007_199_254_740_992))
  ),
  SchemaCase(#"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#, #""b""#),
  SchemaCase(
    #"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#,
    #""A""#,
    at("", .notOneOf(["a", "b"], found: "A"))
  ),
  SchemaCase(#"{"oneOf":[{"type":"string"},{"const":1}]}"#, #""anything""#),
  SchemaCase(#"{"enum":["a","b"],"const":"a"}"#, #""b""#, at("", .notOneOf(["a"], found: "b"))),
  SchemaCase(#"{"enum":[]}"#, "1", at("", .notOneOf([], found: 1))),
])
private func `a value that is none of the choices`(test: SchemaCase) throws {
  try test.expect()
}

private let upToTen = ValueProblem.Kind.outOfRange(
  minimum: JSONNumber(1),
  maximum: JSONNumber(10),
  found: 11
)

@Test(arguments: [
  SchemaCase(#"{"minimum":1,"maximum":10}"#, "1"),
  SchemaCase(#"{"minimum":1,"maximum":10}"#, "10.0"),
  SchemaCase(#"{"minimum":1,"maximum":10}"#, "11", at("", upToTen)),
  SchemaCase(#"{"minimum":1}"#, #""0""#),
  SchemaCase(
    #"{"minimum":0}"#,
    "-1",
    at("", .outOfRange(minimum: JSONNumber(0), maximum: nil, found: -1))
  ),
  SchemaCase(
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
  SchemaCase(#"{"minLength":1,"maxLength":2}"#, #""ab""#),
  SchemaCase(#"{"maxLength":2}"#, #""é€""#),
  SchemaCase(
    #"{"maxLength":1}"#,
    #""e\u0301""#,
    at("", .wrongLength(minimum: nil, maximum: 1, found: 2))
  ),
  SchemaCase(#"{"minLength":1}"#, #""""#, at("", .wrongLength(minimum: 1, maximum: nil, found: 0))),
  SchemaCase(#"{"minLength":1}"#, "0"),
  SchemaCase(#"{"minItems":1}"#, "[]", at("", .wrongLength(minimum: 1, maximum: nil, found: 0))),
  SchemaCase(
    #"{"minItems":1,"maxItems":2}"#,
    "[1,2,3]",
    at("", .wrongLength(minimum: 1, maximum: 2, found: 3))
  ),
])
private func `a value outside its limits`(test: SchemaCase) throws {
  try test.expect()
}

@Test(arguments: [
  SchemaCase(#"{"uniqueItems":true}"#, #"[1,"1",true,[1]]"#),
  SchemaCase(
    #"{"uniqueItems":true}"#,
    "[1.0,2,1]",
    at("", .repeatedItem(1))
  ),
  SchemaCase(#"{"uniqueItems":false}"#, "[1,1]"),
  SchemaCase(
    #"{"items":{"type":"integer","maximum":3}}"#,
    #"[1,"x",4]"#,
    at("/1", .wrongType(expected: ["integer"], found: "x")),
    at("/2", .outOfRange(minimum: nil, maximum: JSONNumber(3), found: 4))
  ),
  SchemaCase(
    #"{"items":{"items":{"type":"string"}}}"#,
    #"[[],["a",null]]"#,
    at("/1/1", .wrongType(expected: ["string"], found: nil))
  ),
  SchemaCase(#"{"items":{"type":"string"}}"#, "{}"),
  SchemaCase(#"{"items":false}"#, "[]"),
  SchemaCase(
    #"{"items":false}"#,
    "[1]",
    at("", .wrongLength(minimum: nil, maximum: 0, found: 1))
  ),
])
private func `elements that are wrong or there twice`(test: SchemaCase) throws {
  try test.expect()
}

@Test(arguments: [
  SchemaCase(#"{"required":["a","b"]}"#, #"{"b":null}"#, at("/a", .missing)),
  SchemaCase(
    #"{"required":["a","b"],"properties":{"c":{"type":"string"}}}"#,
    #"{"c":1}"#,
    at("/a", .missing),
    at("/b", .missing),
    at("/c", .wrongType(expected: ["string"], found: 1))
  ),
  SchemaCase(#"{"properties":{"a":{"type":"string"}}}"#, #"{"b":1}"#),
  SchemaCase(
    #"{"properties":{"comment":{}},"additionalProperties":false}"#,
    #"{"coment":1,"x":2}"#,
    at("/coment", .unknownName(near: "comment")),
    at("/x", .unknownName(near: nil))
  ),
  SchemaCase(#"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1}"#),
  SchemaCase(#"{"properties":{"a":false}}"#, #"{"a":1}"#, at("/a", .unknownName(near: nil))),
  SchemaCase(
    #"{"additionalProperties":{"type":"integer"}}"#,
    #"{"a":1,"b":"x"}"#,
    at("/b", .wrongType(expected: ["integer"], found: "x"))
  ),
  SchemaCase(
    #"{"properties":{"a":{"type":"object","required":["b"]}}}"#,
    #"{"a":{}}"#,
    at("/a/b", .missing)
  ),
])
private func `members that are wrong, missing or unknown`(test: SchemaCase) throws {
  try test.expect()
}

@Test func `problems lie below the pointer that was given`() {
  let check = SchemaCheck(["properties": ["a/b": ["type": "string"]]])
  let problems = check.problems(in: ["a/b": 1], at: JSONPointer(["3", "with"]))
  #expect(problems.map(\.pointer.description) == ["/3/with/a~1b"])
}
