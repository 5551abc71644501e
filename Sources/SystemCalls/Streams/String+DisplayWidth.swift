import CSystem
import Glibc

extension String {
  /// The width of the text in terminal columns, according to the C library's table for UTF-8.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    _ = utf8Locale
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, a line separator, a bidirectional control or an
  /// invisible mark, apart from those that join characters.
  package var isControlOrBidirectional: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2069,
      0xFEFF:
      true
    default: false
    }
  }
}

extension Character {
  /// The width in terminal columns: the sum of the scalars' widths.
  ///
  /// A scalar that is merged into the previous emoji, by a joiner or as a skin tone, doesn't count.
  fileprivate var displayWidth: Int {
    var width = 0
    var isJoined = false
    for scalar in unicodeScalars {
      if width == 0 || !(isJoined || scalar.properties.isEmojiModifier) {
        width += max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
      }
      isJoined = scalar == "\u{200D}"
    }
    return width
  }
}

private let utf8Locale: Bool = setlocale(LC_CTYPE, "C.UTF-8") != nil
