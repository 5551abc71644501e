import IntentKit
import JSONText

extension IntentDefinition {
  /// A definition that says no more of what is done than its id, and what it is given.
  static func simple(
    _ id: String,
    _ properties: JSONObject,
    readOnly: Bool
  ) throws -> IntentDefinition {
    try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Does it.",
      "summary": "Does it",
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
