import IntentKit
import JSONText
import Testing

/// Changes the valid test definition and returns the validation error that results.
func problem(withChanges changes: JSONObject) throws -> ValidationError {
  let error = #expect(throws: Failure.self) { try TestDefinitions.echo("Echo", changes) }
  #expect(error?.code == "invalidDefinition")
  return try #require(error?.problem)
}

/// Changes to the valid test definition, with the problem that they must cause.
struct InvalidDefinitionCase: Sendable {
  let changes: JSONObject
  let problem: ValidationError

  init(_ changes: JSONObject, _ problem: ValidationError) {
    self.changes = changes
    self.problem = problem
  }
}

private func parameters(_ changes: JSONObject) -> JSONObject {
  let echo = TestDefinitions.json()["parameters"]?.object ?? JSONObject()
  return ["parameters": .object(echo.merging(changes))]
}

private func properties(_ text: JSONValue) -> JSONObject {
  parameters(["properties": ["text": text]])
}

private let identifier = "a letter followed by letters, digits and '_'"

private func format(_ expected: String, _ found: JSONValue) -> ValidationError.Kind {
  .invalidFormat(expected: expected, found: found)
}

private func length(_ minimum: Int?, _ maximum: Int?, _ found: Int) -> ValidationError.Kind {
  .wrongLength(minimum: minimum, maximum: maximum, found: found)
}

@Test(
  arguments: [
    InvalidDefinitionCase(["minuta": 2], at("/minuta", .notOneOf([1], found: 2))),
    InvalidDefinitionCase(["id": ""], at("/id", length(1, 64, 0))),
    InvalidDefinitionCase(["id": "1st"], at("/id", format(identifier, "1st"))),
    InvalidDefinitionCase(["id": "_x"], at("/id", format(identifier, "_x"))),
    InvalidDefinitionCase(["id": "Écho"], at("/id", format(identifier, "Écho"))),
    InvalidDefinitionCase(["id": "A-B"], at("/id", format(identifier, "A-B"))),
    InvalidDefinitionCase(["id": "ping"], at("/id", format("an ID that isn't reserved", "ping"))),
    InvalidDefinitionCase(
      ["id": "shutdown"],
      at("/id", format("an ID that isn't reserved", "shutdown"))
    ),
    InvalidDefinitionCase(["title": 1], at("/title", .wrongType(expected: ["string"], found: 1))),
    InvalidDefinitionCase(["sumary": "x"], at("/sumary", .unknownName(near: "summary"))),
    InvalidDefinitionCase(
      ["sources": ["cli"]],
      at("/sources/0", .notOneOf(["commandLine", "file", "rpc", "mcp", "key"], found: "cli"))
    ),
    InvalidDefinitionCase(
      ["sources": []],
      at("/sources", .wrongCount(minimum: 1, maximum: nil, found: 0))
    ),
    InvalidDefinitionCase(["sources": ["key", "key"]], at("/sources", .repeatedItem("key"))),
    InvalidDefinitionCase(["effects": ["readOnly": true]], at("/effects/destructive", .missing)),
    InvalidDefinitionCase(
      ["result": ["type": "array"]],
      at("/result/type", .notOneOf(["object"], found: "array"))
    ),
    InvalidDefinitionCase(
      ["result": ["type": "object", "$ref": "#"]],
      at("/result/$ref", .unknownName(near: nil))
    ),
    InvalidDefinitionCase(["command": ["name": ""]], at("/command/name", length(1, nil, 0))),
    InvalidDefinitionCase(
      ["command": ["name": "e", "words": ["txt"]]],
      at("/command/words/0", .notOneOf(["text", "times"], found: "txt"))
    ),
    InvalidDefinitionCase(
      ["command": ["name": "e", "labels": "labels"]],
      at("/command/labels", .notOneOf(["text", "times"], found: "labels"))
    ),
    InvalidDefinitionCase(
      ["summary": "Say {word}"],
      at("/summary", .notOneOf(["text", "times"], found: "word"))
    ),
    InvalidDefinitionCase(
      ["summary": "{word} is said"],
      at("/summary", .notOneOf(["text", "times"], found: "word"))
    ),
    InvalidDefinitionCase(
      ["summary": "{text} and {}"],
      at("/summary", .notOneOf(["text", "times"], found: ""))
    ),
    InvalidDefinitionCase(
      ["summary": "Say {text"],
      at("/summary", .notOneOf(["text", "times"], found: "{text"))
    ),
  ]
)
func `an invalid definition is reported`(test: InvalidDefinitionCase) throws {
  #expect(try problem(withChanges: test.changes) == test.problem)
}

private let textPath = "/parameters/properties/text"
private let keywordValue = "a value that JSON Schema allows there"

@Test(
  arguments: [
    InvalidDefinitionCase(
      parameters(["additionalProperties": true]),
      at("/parameters/additionalProperties", .notOneOf([false], found: true))
    ),
    InvalidDefinitionCase(
      parameters(["required": ["tex"]]),
      at("/parameters/required/0", .notOneOf(["text", "times"], found: "tex"))
    ),
    InvalidDefinitionCase(
      properties(["type": "string", "default": 5]),
      at(textPath + "/default", .wrongType(expected: ["string"], found: 5))
    ),
    InvalidDefinitionCase(
      properties(["maxLength": 2, "default": "abc"]),
      at(textPath + "/default", length(nil, 2, 3))
    ),
    InvalidDefinitionCase(
      properties(["type": "txt"]),
      at(textPath + "/type", format(keywordValue, "txt"))
    ),
    InvalidDefinitionCase(
      properties(["maxLength": "5"]),
      at(textPath + "/maxLength", format(keywordValue, "5"))
    ),
    InvalidDefinitionCase(
      properties(["maxlenght": 5]),
      at(textPath + "/maxlenght", .unknownName(near: "maxLength"))
    ),
  ]
)
func `an invalid parameter schema is reported`(test: InvalidDefinitionCase) throws {
  #expect(try problem(withChanges: test.changes) == test.problem)
}

@Test(arguments: [
  "minuta", "id", "title", "description", "summary", "parameters", "result", "effects", "errors",
  "sources",
])
func `a missing member of a definition is reported`(name: String) throws {
  var json = try #require(TestDefinitions.json().object)
  json[name] = nil
  let error = #expect(throws: Failure.self) { try IntentDefinition(json: .object(json)) }
  #expect(error == .invalidDefinition(ValidationError(name, .missing)))
}

@Test(arguments: ["null", "[]", "\"Echo\""]) func `a definition is an object`(text: String) {
  #expect(throws: Failure.self) { try IntentDefinition(json: JSONValue(parsing: text)) }
}
