import IntentKit
import JSONText
import MinutaCore

/// The way in which the user is asked about an absence on the desktop.
enum AbsenceQuestionStyle: String, CaseIterable {
  case notification, picker, none
}

extension Settings {
  /// The schema of the settings about absences.
  static let awayProperties: JSONObject = [
    "away": [
      "description": "Which absences you are asked about, and how.",
      "type": "object",
      "properties": [
        "atLeast": [
          "description": "The shortest absence that you are asked about.",
          "type": "string",
          "default": "10m",
        ],
        "ask": [
          "description": "How 'back --ask' asks you.",
          "enum": .array(AbsenceQuestionStyle.allCases.map { .string($0.rawValue) }),
          "default": "notification",
        ],
      ],
      "additionalProperties": false,
    ]
  ]

  /// The minimum length of an absence, in seconds, that the user is asked about; nil for the
  /// default.
  var minimumAwaySeconds: Int? {
    json["away"]?["atLeast"]?.string.flatMap(DurationFormat.seconds).map { max($0, 1) }
  }

  /// The way in which the user is asked about an absence.
  var absenceQuestion: AbsenceQuestionStyle {
    json["away"]?["ask"]?.string.flatMap(AbsenceQuestionStyle.init) ?? .notification
  }
}

extension JSONValue {
  /// The problem of the settings about absences; nil if there is none.
  var awayProblem: ValidationError? {
    problem(JSONPointer(["away", "atLeast"]), "a duration such as 10m") {
      DurationFormat.seconds($0) != nil
    }
  }
}
