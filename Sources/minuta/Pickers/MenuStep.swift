import IntentKit
import JSONText

/// A position in a menu: a list of calls, or a call whose arguments are chosen one after the other.
enum MenuStep: Equatable {
  /// The lists of calls.
  enum CallList: String {
    /// The actions for the current timers.
    case main
    /// The main list, and all workflows and intents.
    case all
    case workflows, intents
    /// Timers like recent records.
    case recent
  }

  case list(CallList)
  /// A call, and the names of the parameters that are asked for before it is made.
  case call(IntentCall, asking: [String])

  /// The step as JSON, which a launcher returns with the chosen row.
  var json: JSONValue {
    switch self {
    case .list(let list): ["list": .string(list.rawValue)]
    case .call(let call, let names):
      ["call": call.json, "ask": .array(names.map { .string($0) })]
    }
  }

  /// Parses the JSON of a step; nil if it isn't one.
  init?(json: JSONValue) {
    if let list = json["list"]?.string.flatMap(CallList.init) {
      self = .list(list)
    } else if let json = json["call"], let call = try? IntentCall(json: json) {
      self = .call(call, asking: [])
    } else {
      return nil
    }
    if case .call(let call, _) = self {
      self = .call(call, asking: json["ask"]?.array?.compactMap(\.string) ?? [])
    }
  }
}

extension IntentCall {
  /// Returns the call with another argument.
  func with(_ value: JSONValue, for parameter: String) -> IntentCall {
    IntentCall(intent, with: values.merging([parameter: value]), key: key)
  }
}
