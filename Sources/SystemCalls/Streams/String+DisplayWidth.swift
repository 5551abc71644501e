import CSystem
import Glibc

extension String {
  /// The columns a terminal gives the text, by the C library's table for UTF-8.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    _ = utf8Locale
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar steers a terminal, breaks a line, or turns the text after it around.
  package var isControlOrBidirectional: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension Character {
  /// A cluster is as wide as its scalars together, but for what a joiner or a skin tone melts into
  /// the picture before it.
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
