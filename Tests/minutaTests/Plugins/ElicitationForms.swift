import JSONText

/// What servers ask in tests.
enum ElicitationForms {
  /// Of several kinds of fields.
  static let flight: JSONValue = [
    "mode": "form", "message": "Which flight?",
    "requestedSchema": [
      "type": "object",
      "properties": [
        "to": ["type": "string", "enum": ["Rome", "Oslo"]],
        "seats": ["type": "integer", "minimum": 1], "note": ["type": "string"],
        "isDirect": ["type": "boolean"],
      ],
      "required": ["to", "seats"],
    ],
  ]
  /// Where there is nothing to fill in.
  static let consent: JSONValue = [
    "message": "Delete it?", "requestedSchema": ["type": "object", "properties": [:]],
  ]
  /// Answers that fit the first.
  static let answers: JSONValue = ["to": "Oslo", "seats": 2]
}
