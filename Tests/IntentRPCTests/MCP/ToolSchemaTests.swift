import JSONText
import Testing

@testable import IntentRPC

/// Tests the schemas of arguments for clients whose models know one type for each value.
@Suite struct ToolSchemaTests {
  struct SchemaCase: Sendable, CustomTestStringConvertible {
    let schema: JSONValue
    let exported: JSONValue

    init(_ schema: JSONValue, _ exported: JSONValue) {
      (self.schema, self.exported) = (schema, exported)
    }

    var testDescription: String { schema.text() }
  }

  private static let half = JSONNumber(0.5).map(JSONValue.number) ?? .null

  static let cases = [
    SchemaCase(["type": "integer", "minimum": 1], ["type": "integer", "minimum": 1]),
    SchemaCase(["enum": ["a", "b"]], ["enum": ["a", "b"], "type": "string"]),
    SchemaCase(["enum": [1, half]], ["enum": [1, half], "type": "number"]),
    SchemaCase(["const": true], ["const": true, "type": "boolean"]),
    SchemaCase(["type": ["integer", "string"]], ["type": "string"]),
    SchemaCase(["type": ["null", "integer"]], ["type": "integer"]),
    SchemaCase(
      ["type": ["string", "null"], "enum": ["a", nil]],
      ["type": "string", "enum": ["a"]]
    ),
    SchemaCase(
      [
        "anyOf": [["type": "array", "items": ["type": "integer"]], ["type": "null"]], "title": "A",
      ],
      ["type": "array", "items": ["type": "integer"], "title": "A"]
    ),
    SchemaCase(
      ["anyOf": [["type": "integer"], ["type": "string", "maxLength": 3]]],
      ["type": "string", "maxLength": 3]
    ),
    SchemaCase(
      ["oneOf": [["const": "a", "title": "A"], ["const": "b", "title": "B"]]],
      [
        "oneOf": [
          ["const": "a", "title": "A", "type": "string"],
          ["const": "b", "title": "B", "type": "string"],
        ], "type": "string",
      ]
    ),
    SchemaCase(
      ["properties": ["a": [:]], "anyOf": [["required": ["a"]], ["required": ["b"]]]],
      [
        "properties": ["a": ["type": "string"]],
        "anyOf": [
          ["required": ["a"], "type": "object"], ["required": ["b"], "type": "object"],
        ], "type": "object",
      ]
    ),
    SchemaCase(
      ["items": ["enum": ["a"]]],
      ["items": ["enum": ["a"], "type": "string"], "type": "array"]
    ),
    SchemaCase(
      ["type": "object", "additionalProperties": ["type": ["number", "null"]]],
      ["type": "object", "additionalProperties": ["type": "number"]]
    ),
    SchemaCase(
      ["type": "object", "additionalProperties": [:]],
      ["type": "object", "additionalProperties": true]
    ),
    SchemaCase(["$ref": "#/$defs/kind"], ["$ref": "#/$defs/kind", "type": "integer"]),
    SchemaCase(["$ref": "#/$defs/loop"], ["$ref": "#/$defs/loop", "type": "object"]),
    SchemaCase(["$ref": "other.json"], ["$ref": "other.json", "type": "object"]),
    SchemaCase([:], ["type": "string"]),
  ]

  @Test(arguments: cases)
  func `each value of exported arguments has one type`(schema: SchemaCase) {
    let complete: JSONObject = [
      "type": "object", "properties": ["value": schema.schema],
      "$defs": ["kind": ["type": "integer"], "loop": ["$ref": "#/$defs/loop"]],
    ]
    let exported = SchemaExporter.exportArguments(complete)
    #expect(exported["properties"]?["value"]?.normalized == schema.exported.normalized)
    #expect(exported["type"] == "object")
  }
}

/// Tests which arguments of clients are read as the schema wants them, and which stay as they are.
@Suite struct LenientArgumentsTests {
  struct ArgumentCase: Sendable, CustomTestStringConvertible {
    let given: JSONValue
    let schema: JSONValue
    let read: JSONValue?

    init(_ given: JSONValue, _ schema: JSONValue, _ read: JSONValue?) {
      (self.given, self.schema, self.read) = (given, schema, read)
    }

    var testDescription: String { "\(given.text()) as \(schema.text())" }
  }

  private static let list: JSONValue = ["type": "array", "items": ["type": "integer"]]
  private static let object: JSONValue = [
    "type": "object",
    "properties": ["n": ["type": "integer"], "list": list, "text": ["type": "string"]],
  ]

  static let cases = [
    ArgumentCase("[1,2]", list, [1, 2]), ArgumentCase(" [\"1\"]\n", list, [1]),
    ArgumentCase(["1", 2, "x", nil, ""], list, [1, 2, "x", nil, ""]),
    ArgumentCase("{\"n\":1}", object, ["n": 1]),
    ArgumentCase("{\"n\":\"1\",\"list\":\"[3]\"}", object, ["n": 1, "list": [3]]),
    ArgumentCase(
      ["n": nil, "list": "", "text": "", "more": nil],
      object,
      ["text": "", "more": nil]
    ),
    ArgumentCase(["text": nil], object, [:]),
    ArgumentCase("5", ["type": "integer"], 5), ArgumentCase("5", ["type": "number"], 5),
    ArgumentCase("0.5", ["type": "number"], JSONNumber(0.5).map(JSONValue.number)),
    ArgumentCase("true", ["type": "boolean"], true),
    ArgumentCase("5", ["type": ["integer", "null"]], 5),
    ArgumentCase("[1]", ["anyOf": [list, ["type": "null"]]], [1]),
    ArgumentCase(
      ["a": "1"],
      ["type": "object", "additionalProperties": ["type": "integer"]],
      ["a": 1]
    ),
    // No value is given.
    ArgumentCase(nil, ["type": "string"], nil), ArgumentCase("", list, nil),
    ArgumentCase("null", ["type": "integer"], nil), ArgumentCase("", ["type": "boolean"], nil),
    // The schema allows null, or anything.
    ArgumentCase(nil, ["type": ["string", "null"]], .some(nil)), ArgumentCase(nil, [:], .some(nil)),
    ArgumentCase(nil, ["anyOf": [["type": "string"], ["type": "null"]]], .some(nil)),
    ArgumentCase("[1]", [:], "[1]"), ArgumentCase("", [:], ""),
    // The schema allows text, or the text is of another type.
    ArgumentCase("5", ["type": ["integer", "string"]], "5"),
    ArgumentCase("", ["type": "string"], ""),
    ArgumentCase("[1]", ["type": "string"], "[1]"), ArgumentCase("5", ["enum": ["5"]], "5"),
    ArgumentCase("5.5", ["type": "integer"], "5.5"),
    ArgumentCase("True", ["type": "boolean"], "True"),
    ArgumentCase("1", ["type": "boolean"], "1"), ArgumentCase("a,b", list, "a,b"),
    ArgumentCase("{\"n\":1} x", object, "{\"n\":1} x"), ArgumentCase("[1]", object, "[1]"),
    ArgumentCase(5, ["type": "string"], 5), ArgumentCase(1, ["type": "boolean"], 1),
  ]

  @Test(arguments: cases)
  func `only one reading is taken`(argument: ArgumentCase) throws {
    let reader = LenientArguments { _ in nil }
    let schema = try #require(argument.schema.object)
    #expect(reader.value(argument.given, as: schema) == argument.read)
  }

  @Test func `arguments inside of arguments follow the schema of their tool or workflow`() {
    let reader = LenientArguments { $0 == "Look" ? Self.object.object : nil }
    let batch = CompositeTool.batch.parameters
    let calls: JSONValue = [
      "calls":
        "[{\"intent\":\"Look\",\"with\":{\"n\":\"1\",\"text\":null}},{\"intent\":\"No\",\"with\":\"{}\"}]",
      "atomic": "true", "onError": nil,
    ]
    #expect(
      reader.value(calls, as: batch) == [
        "calls": [["intent": "Look", "with": ["n": 1]], ["intent": "No", "with": [:]]],
        "atomic": true,
      ]
    )
    let definition: JSONObject = ["parameters": Self.object, "steps": [["with": ["n": "1"]]]]
    let workflow: JSONValue = [
      "definition": .string(JSONValue.object(definition).text()), "with": "{\"n\":\"1\"}",
      "dryRun": "",
    ]
    #expect(
      reader.value(workflow, as: CompositeTool.workflow.parameters) == [
        "definition": .object(definition), "with": ["n": 1],
      ]
    )
  }
}
