import IntentKit
import MinutaCore

extension FilterSyntaxError {
  /// What is expected in place of a text that is no filter, to follow "must be".
  var expectation: String {
    "a filter such as tag:Work and not text:\"call\" (at character \(place + 1): \(reason))"
  }

  private var reason: String {
    switch kind {
    case .missingCondition: "a condition is missing"
    case .unexpected(let text): "\(text.quoted) has no place there"
    case .unknown(let text):
      "\(text.quoted) is no condition\(TypoSuggestion.closest(to: text, in: Self.words).suggestion)"
    case .notARange(let text): "\(text.quoted) is no range"
    case .notADuration(let text): "\(text.quoted) is no duration"
    case .openBracket: "the bracket is not closed"
    case .openQuote: "the quote is not closed"
    case .tooLong: "there are too many conditions"
    }
  }

  private static let words = [
    "tag:", "text:", "in:", "duration>", "untagged", "running", "image", "not",
  ]
}
