/// Removes the characters that XML and iCalendar can't express from the texts of a record.
struct ControlCharacterFilter {
  /// Whether a character was removed.
  private(set) var hasRemoved = false

  /// Returns a text with LF line breaks and no control characters other than tabs.
  mutating func text(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return text }
    var result = String.UnicodeScalarView()
    var wasCarriageReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
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

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
