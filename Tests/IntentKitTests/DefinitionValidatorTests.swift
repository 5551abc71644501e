import IntentKit
import JSONText
import Testing

/// What is said of a definition with some members changed.
func complaint(_ changes: JSONObject) throws -> (path: String?, sentence: String) {
  let error = #expect(throws: IntentError.self) { try TestDefinitions.echo("Echo", changes) }
  let answer = try #require(error?.outcome.error)
  #expect(answer.code == "invalidDefinition")
  return (answer.data["path"]?.string, answer.message)
}

private func parameters(_ changes: JSONObject) -> JSONObject {
  let echo = TestDefinitions.json()["parameters"]?.object ?? JSONObject()
  return ["parameters": .object(echo.merging(changes))]
}

private func properties(_ text: JSONValue) -> JSONObject {
  parameters(["properties": ["text": text]])
}

private let letters = "must be a letter, then letters, digits and '_'"

@Test(
  arguments: [
    (["minuta": 2], "/minuta", "'minuta' must be '1', not '2'."),
    (["id": ""], "/id", "'id' must have between 1 and 64 in length, not 0."),
    (["id": "1st"], "/id", "'id' \(letters), not '1st'."),
    (["id": "_x"], "/id", "'id' \(letters), not '_x'."),
    (["id": "Écho"], "/id", "'id' \(letters), not 'Écho'."),
    (["id": "A-B"], "/id", "'id' \(letters), not 'A-B'."),
    (["id": "ping"], "/id", "'id' must be an id that no protocol has taken, not 'ping'."),
    (["id": "shutdown"], "/id", "'id' must be an id that no protocol has taken, not 'shutdown'."),
    (["title": 1], "/title", "'title' must be a text, not '1'."),
    (["sumary": "x"], "/sumary", "There is no key 'sumary' (did you mean 'summary'?)."),
    (
      ["sources": ["cli"]], "/sources/0",
      "'sources/0' must be 'commandLine', 'file', 'rpc', 'mcp' or 'key', not 'cli'."
    ),
    (["sources": []], "/sources", "'sources' must have at least 1 in length, not 0."),
    (["sources": ["key", "key"]], "/sources", "'sources' holds 'key' twice."),
    (
      ["effects": ["readOnly": true]], "/effects/destructive",
      "The key 'effects/destructive' is missing."
    ),
    (["result": ["type": "array"]], "/result/type", "'result/type' must be 'object', not 'array'."),
    (
      ["result": ["type": "object", "$ref": "#"]], "/result/$ref", "There is no key 'result/$ref'."
    ),
    (
      ["command": ["name": ""]], "/command/name",
      "'command/name' must have at least 1 in length, not 0."
    ),
    (
      ["command": ["name": "e", "positional": ["txt"]]], "/command/positional/0",
      "'command/positional/0' must be 'text' or 'times', not 'txt' (did you mean 'text'?)."
    ),
    (["summary": "Say {word}"], "/summary", "'summary' must be 'text' or 'times', not 'word'."),
    (["summary": "{word} is said"], "/summary", "'summary' must be 'text' or 'times', not 'word'."),
    (["summary": "{text} and {}"], "/summary", "'summary' must be 'text' or 'times', not ''."),
    (
      ["summary": "Say {text"], "/summary",
      "'summary' must be 'text' or 'times', not '{text' (did you mean 'text'?)."
    ),
  ] as [(JSONObject, String, String)]
)
func `a mistake in a definition is named`(
  changes: JSONObject,
  path: String,
  sentence: String
) throws {
  let said = try complaint(changes)
  #expect(said.path == path)
  #expect(said.sentence == "The definition is wrong: " + sentence)
}

@Test(
  arguments: [
    (
      parameters(["additionalProperties": true]), "/parameters/additionalProperties",
      "must be 'false', not 'true'."
    ),
    (
      parameters(["required": ["tex"]]), "/parameters/required/0",
      "must be 'text' or 'times', not 'tex' (did you mean 'text'?)."
    ),
    (
      properties(["type": "string", "default": 5]), "/parameters/properties/text/default",
      "must be a text, not '5'."
    ),
    (
      properties(["maxLength": 2, "default": "abc"]), "/parameters/properties/text/default",
      "must have at most 2 in length, not 3."
    ),
    (
      properties(["type": "txt"]), "/parameters/properties/text/type",
      "must be what that keyword takes, not 'txt'."
    ),
    (
      properties(["maxLength": "5"]), "/parameters/properties/text/maxLength",
      "must be what that keyword takes, not '5'."
    ),
  ] as [(JSONObject, String, String)]
)
func `a mistake in the parameters is named`(
  changes: JSONObject,
  path: String,
  sentence: String
) throws {
  let said = try complaint(changes)
  #expect(said.path == path)
  #expect(said.sentence == "The definition is wrong: '\(path.dropFirst())' \(sentence)")
}

@Test func `a keyword that is not checked is named, with one like it`() throws {
  let said = try complaint(properties(["maxlenght": 5]))
  #expect(said.path == "/parameters/properties/text/maxlenght")
  let place = "parameters/properties/text/maxlenght"
  let sentence = "There is no key '\(place)' (did you mean 'maxLength'?)."
  #expect(said.sentence == "The definition is wrong: " + sentence)
}

@Test(arguments: [
  "minuta", "id", "title", "description", "summary", "parameters", "result", "effects", "errors",
  "sources",
])
func `a member that must be there`(name: String) throws {
  var json = try #require(TestDefinitions.json().object)
  json[name] = nil
  let error = #expect(throws: IntentError.self) { try IntentDefinition(json: .object(json)) }
  #expect(error == .invalidDefinition(ValidationError(name, .missing)))
}

@Test(arguments: ["null", "[]", "\"Echo\""]) func `a definition is an object`(text: String) {
  #expect(throws: IntentError.self) { try IntentDefinition(json: JSONValue(parsing: text)) }
}
