/// Removes the characters from the texts of a record that a file can't express or that could harm its
/// reader: control characters, and those that turn around the direction of the text after them.
///
/// The marks of right-to-left text stay, because they affect only the characters next to them.
struct ControlCharacterFilter {
  /// Whether carriage returns stay; otherwise they become line feeds, as in XML and iCalendar.
  private let keepsCarriageReturns: Bool

  /// Whether a character was removed or replaced.
  private(set) var hasRemoved = false

  init(keepsCarriageReturns: Bool = false) {
    self.keepsCarriageReturns = keepsCarriageReturns
  }

  /// Returns a text without control characters other than tabs and line breaks.
  mutating func text(_ text: String) -> String {
    if text.utf8.allSatisfy(Self.isPlain) { return text }
    var result = String.UnicodeScalarView()
    var wasCarriageReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r", keepsCarriageReturns {
        result.append(scalar)
        continue
      }
      if scalar == "\r" {
        result.append("\n")
        hasRemoved = true
      } else if scalar == "\n", wasCarriageReturn {
        // CRLF is one line break.
      } else if Self.isAllowed(scalar) {
        result.append(scalar)
      } else {
        hasRemoved = true
      }
      wasCarriageReturn = scalar == "\r"
    }
    return String(result)
  }

  /// Whether no character that is filtered has this byte in UTF-8.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A: true
    // The first bytes of U+2000 to U+2FFF and of U+F000 to U+FFFF.
    case 0..<0x20, 0x7F, 0xE2, 0xEF: false
    default: true
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F, 0xFFFE, 0xFFFF: false
    default: !scalar.turnsDirection
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character changes the direction of all text after it, up to another such character.
  var turnsDirection: Bool { 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value }
}
