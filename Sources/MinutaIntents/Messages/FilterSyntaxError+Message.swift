import IntentKit
import MinutaCore

extension FilterSyntaxError {
  /// The description of a valid filter, with the position and the reason of the syntax error.
  var expectation: String {
    "a filter such as tag:Work and not text:\"call\" (at character \(place + 1): \(reason))"
  }

  private var reason: String {
    switch kind {
    case .missingCondition: "missing condition"
    case .unexpected(let text): "unexpected \(text.quoted)"
    case .unknown(let text): "unknown condition \(text.quoted)\(suggestion(for: text))"
    case .notARange(let text): "\(text.quoted) is not a range"
    case .notADuration(let text): "\(text.quoted) is not a duration"
    case .openBracket: "missing closing bracket"
    case .openQuote: "missing closing quote"
    case .tooLong: "too many conditions"
    }
  }

  /// Returns a condition that may be meant: one with a similar name, or one for a tag.
  private func suggestion(for text: String) -> String {
    let near = TypoSuggester.closest(to: text, in: Self.words)
    if near != nil || !text.allSatisfy(\.isLetter) { return near.suggestion }
    let value = place > 0 ? ", and a value of several words as text:\"two words\"" : ""
    return "; for a tag, write tag:\(text)\(value)"
  }

  private static let words = FilterParser.beginnings + FilterParser.words + ["not"]
}
