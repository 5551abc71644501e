import IntentKit
import JSONText

extension IntentDefinition {
  /// Returns a minimal intent definition for a test, with an id and parameters.
  static func simple(
    _ id: String,
    _ properties: JSONObject,
    readOnly: Bool
  ) throws -> IntentDefinition {
    try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Runs a test.",
      "summary": "Run a test",
      "parameters": [
        "type": "object", "properties": .object(properties), "additionalProperties": false,
      ],
      "result": ["type": "object"],
      "effects": [
        "readOnly": .bool(readOnly), "destructive": false, "idempotent": false, "openWorld": false,
      ],
      "errors": [], "sources": ["rpc", "mcp"],
    ])
  }
}
