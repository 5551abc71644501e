import Foundation
import IntentKit
import JSONText
import Testing

/// Intents whose parameters and results are Codable types.
@Suite struct TypedIntentTests {
  private struct Parameters: Codable, Sendable {
    let text: String
    let times: Int
    let language: String?
    let count: UInt?
    let factor: Float?
    let mode: Mode?

    enum Mode: String, Codable, CaseIterable { case plain, loud }
  }

  private struct Result: Codable, Sendable {
    let texts: [String]
    @Nullable var last: String?
  }

  private static func definition(_ properties: JSONObject, _ required: [JSONValue]) -> JSONValue {
    [
      "minuta": 1, "id": "Repeat", "title": "Repeat", "summary": "Repeat {text}",
      "description": "Repeats a text.",
      "parameters": [
        "type": "object", "required": .array(required), "properties": .object(properties),
        "additionalProperties": false,
      ],
      "result": [
        "type": "object", "required": ["texts", "last"],
        "properties": [
          "texts": ["type": "array", "items": ["type": "string"]],
          "last": ["type": ["string", "null"]],
        ],
      ],
      "effects": ["readOnly": true, "destructive": false, "idempotent": true, "openWorld": false],
      "errors": [], "sources": ["file"],
    ]
  }

  private static let properties: JSONObject = [
    "text": ["type": "string"], "times": ["type": "integer", "default": 2],
    "language": ["type": "string"], "count": ["type": "integer"], "factor": ["type": "number"],
    "mode": ["enum": ["plain", "loud"]],
  ]

  private static func intent(_ definition: JSONValue) throws -> Intent {
    try Intent(definition) { (parameters: Parameters, _) in
      let texts = Array(repeating: parameters.text, count: parameters.times)
      return IntentOutput(Result(texts: texts, last: texts.last), dialog: "Repeated.")
    }
  }

  @Test func `a call is decoded, and its result encoded`() async throws {
    let intent = try Self.intent(Self.definition(Self.properties, ["text"]))
    let engine = IntentEngine(providers: [StaticIntentProvider([intent])], now: { .distantPast })
    let outcome = await engine.perform(IntentCall("Repeat", with: ["text": "a"]), from: .file)
    #expect(outcome.result?.value == ["texts": ["a", "a"], "last": "a"])
    let none = IntentCall("Repeat", with: ["text": "a", "times": 0])
    #expect(await engine.perform(none, from: .file).result?.value == ["texts": [], "last": .null])
  }

  @Test(
    arguments: [
      (["text": ["type": "integer"]], ["text"], "'text' is string in the type, but integer"),
      (["times": ["type": "integer"]], ["text"], "'times' is optional only in the schema"),
      (["text": ["type": "string"]], [], "'text' is optional only in the schema"),
      (["language": ["type": "string", "default": "en"]], ["text"], "'language' is optional only"),
      (["extra": ["type": "string"]], ["text"], "'extra' is in the schema, but not in Parameters"),
      (["count": ["type": "string"]], ["text"], "'count' is integer in the type, but string"),
      (["mode": ["enum": ["plain"]]], ["text"], "'mode' has other choices in the schema"),
      (["language": nil], ["text"], "'language' is in the type, but not in the schema"),
      (
        ["times": ["type": ["integer", "null"], "default": 2]], ["text"], "'times' may be null only"
      ),
    ] as [([String: JSONValue?], [JSONValue], String)]
  )
  func `a type that differs from its definition is refused`(
    changes: [String: JSONValue?],
    required: [JSONValue],
    message: String
  ) throws {
    var properties = Self.properties
    for (name, schema) in changes { properties[name] = schema }
    let failure = #expect(throws: Failure.self) {
      try Self.intent(Self.definition(properties, required))
    }
    #expect(failure?.code == "invalidDefinition")
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
  }
}
