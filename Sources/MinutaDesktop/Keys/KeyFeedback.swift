package import IntentKit
package import JSONText

/// The choice of the outcomes of key presses that are shown as notifications.
package enum KeyFeedback: String, Sendable, CaseIterable {
  case none, errors, all

  /// The JSON Schema of the choice in a key map and in the settings.
  package static let schema: JSONValue = [
    "description": "Which outcomes of a key press are shown as a notification.",
    "enum": .array(allCases.map { .string($0.rawValue) }),
    "default": "all",
  ]

  /// Whether an outcome is shown.
  package func includes(_ outcome: Outcome) -> Bool {
    switch self {
    case .none: false
    case .errors: outcome.result == nil
    case .all: true
    }
  }
}
