import IntentKit
import JSONText

/// A position in a menu: a list of calls, or a call whose arguments are chosen one after the other.
enum MenuStep: Equatable {
  /// The lists of calls.
  enum CallList {
    /// The actions for the current timers.
    case main
    case workflows, intents
    /// Timers like recent records.
    case recent
  }

  case list(CallList)
  /// A call, and the names of the parameters that are asked for before it is made.
  case call(IntentCall, asking: [String])
}

extension IntentCall {
  /// Returns the call with another argument.
  func with(_ value: JSONValue, for parameter: String) -> IntentCall {
    IntentCall(intent, with: values.merging([parameter: value]), key: key)
  }
}
