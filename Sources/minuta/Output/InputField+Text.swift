import IntentKit
import JSONText

extension InputRequest.InputField {
  /// Returns the value for a text that a person typed.
  ///
  /// A text that isn't valid becomes a text, so that the intent explains the problem.
  func value(typed text: String) -> JSONValue {
    switch schema["type"]?.string {
    case "boolean": return .bool(["y", "yes"].contains(text.lowercased()))
    case "array": return [.string(text)]
    case "integer", "number":
      if case .number(let number)? = try? JSONValue(parsing: text) { return .number(number) }
      return .string(text)
    default: return .string(text)
    }
  }
}
