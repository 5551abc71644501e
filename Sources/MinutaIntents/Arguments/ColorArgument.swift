import IntentKit
import JSONText

/// A colour as six hexadecimal digits, such as `#8C5EA2`.
struct ColorArgument: ResolvedArgument {
  static let format = "color"

  /// The colour in upper case.
  let text: String

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    // A shell takes an unquoted `#` for the start of a comment.
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, digits.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
      throw Failure.invalidFormat(text, at: pointer, expected: "a colour such as '#8C5EA2'")
    }
    self.text = "#\(digits.uppercased())"
  }

  var json: JSONValue { .string(text) }
}
