import JSONText

/// The elicitation requests that the test servers send, and answers to them.
enum ElicitationForms {
  /// A request for a form with several kinds of fields.
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
  /// A request for a confirmation: a form without fields.
  static let consent: JSONValue = [
    "message": "Delete it?", "requestedSchema": ["type": "object", "properties": [:]],
  ]
  /// The user's answers to the fields of `flight`.
  static let answers: JSONValue = ["to": "Oslo", "seats": 2]
}
