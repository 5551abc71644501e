import JSONText

/// The elicitation requests of the test servers.
enum ElicitationForms {
  /// A form with several kinds of fields.
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
  /// A confirmation without fields.
  static let consent: JSONValue = [
    "message": "Delete it?", "requestedSchema": ["type": "object", "properties": [:]],
  ]
  /// Answers for `flight`.
  static let answers: JSONValue = ["to": "Oslo", "seats": 2]
}
