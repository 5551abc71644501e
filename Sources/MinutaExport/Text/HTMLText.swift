extension String {
  /// The text for an HTML element or attribute, in which no character begins markup.
  ///
  /// U+FFFD replaces the control characters and noncharacters that HTML doesn't allow.
  var htmlText: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return xmlEscaped }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.isAllowedInHTML ? scalar : "\u{FFFD}") }
    return String(scalars).xmlEscaped
  }

  /// The text of a user for an HTML element, whose direction doesn't change that of other texts.
  var isolatedHTML: String { isEmpty ? "" : "<bdi>\(htmlText)</bdi>" }
}

extension Unicode.Scalar {
  fileprivate var isAllowedInHTML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0..<0xFDF0: false
    default: value & 0xFFFE != 0xFFFE
    }
  }
}
