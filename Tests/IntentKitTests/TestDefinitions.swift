import IntentKit
import JSONText

/// Intent definitions for tests, as JSON.
enum TestDefinitions {
  /// Returns the valid definition of an intent that echoes a text, with some keys replaced.
  static func json(_ id: String = "Echo", _ changes: JSONObject = [:]) -> JSONValue {
    let echo: JSONObject = [
      "minuta": 1,
      "id": .string(id),
      "title": "Echo",
      "description": "Says a text again.",
      "summary": "Say {text}",
      "parameters": [
        "type": "object",
        "properties": [
          "text": ["type": "string", "maxLength": 10],
          "times": ["type": "integer", "minimum": 1, "default": 1],
        ],
        "required": ["text"],
        "additionalProperties": false,
      ],
      "result": ["type": "object", "required": ["text"]],
      "effects": ["readOnly": true, "destructive": false, "idempotent": true, "openWorld": false],
      "errors": ["tooLoud"],
      "sources": ["commandLine", "file"],
      "command": ["name": "echo", "words": ["text"]],
    ]
    return .object(echo.merging(changes))
  }

  /// The effects of an intent that changes data.
  static let writes: JSONValue = [
    "readOnly": false, "destructive": false, "idempotent": false, "openWorld": false,
  ]

  static func echo(_ id: String = "Echo", _ changes: JSONObject = [:]) throws -> IntentDefinition {
    try IntentDefinition(json: json(id, changes))
  }
}
