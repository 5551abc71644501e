import IntentKit
import JSONText

/// A colour as six hexadecimal digits, such as `#8C5EA2`.
struct ColorArgument: ResolvedArgument {
  static let format = "color"

  /// The colour in upper case.
  let text: String

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    let digits = text.dropFirst()
    let isHex = digits.allSatisfy { $0.isHexDigit && $0.isASCII }
    guard text.hasPrefix("#"), digits.count == 6, isHex else {
      throw Failure.invalidFormat(text, at: pointer, expected: "a colour such as #8C5EA2")
    }
    self.text = text.uppercased()
  }

  var json: JSONValue { .string(text) }
}
