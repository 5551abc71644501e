/// A label in a record's comment: `#billable`, or `#ticket=R-12` with a value.
///
/// The syntax is that of klog's tags. A name consists of letters, digits, `_` and `-`, and so does
/// a value without quotes.
package struct Label: Sendable, Hashable {
  /// The lower-cased name.
  package let key: String
  package let value: String?

  /// Creates a label; returns nil if no text in a comment can represent it.
  ///
  /// - Parameter value: the value; an empty one is the same as none.
  package init?(key: some StringProtocol, value: String? = nil) {
    let scalars = key.unicodeScalars
    guard scalars.first?.beginsLabelName == true, scalars.allSatisfy(\.continuesLabelName) else {
      return nil
    }
    let bytes = value?.utf8
    if let bytes, bytes.contains(where: \.isLineBreak) { return nil }
    if let bytes, bytes.contains(UInt8(ascii: "\"")), bytes.contains(UInt8(ascii: "'")) {
      return nil
    }
    self.init(name: key, value)
  }

  /// Creates a label from a valid name and value.
  init(name: some StringProtocol, _ value: String?) {
    key = name.lowercased()
    self.value = value?.isEmpty == true ? nil : value
  }

  /// Creates a label from text such as `ticket=R-12`, which may begin with `#` or `+`.
  ///
  /// All text after the equals sign is the value, with or without quotes. Returns nil if the text
  /// isn't a label.
  package init?(_ text: String) {
    var name = text.unicodeScalars[...]
    if let mark = name.first, Self.marks.contains(mark) { name.removeFirst() }
    guard let equals = name.firstIndex(of: "=") else {
      self.init(key: Substring(name))
      return
    }
    let value = name[name.index(after: equals)...].withoutQuotes
    self.init(key: Substring(name[..<equals]), value: String(value))
  }

  /// The characters that mark a label: `#` in a comment, or `+` because a shell treats `#` as the
  /// start of a comment.
  package static let marks: [Unicode.Scalar] = ["#", "+"]

  /// The label as it is written into a comment, with quotes around the value if necessary.
  package var text: String {
    guard let value else { return "#\(key)" }
    if value.unicodeScalars.allSatisfy(\.continuesLabelName) { return "#\(key)=\(value)" }
    let quote = value.utf8.contains(UInt8(ascii: "\"")) ? "'" : "\""
    return "#\(key)=\(quote)\(value)\(quote)"
  }

  /// Whether this label selects another one: it has the same key, and the same value if this label
  /// has one.
  func matches(_ other: Label) -> Bool {
    key == other.key && (value == nil || value == other.value)
  }
}

extension Substring.UnicodeScalarView {
  /// The text without the quotes around it, if there are any.
  fileprivate var withoutQuotes: Substring.UnicodeScalarView {
    guard let quote = first, quote == last, quote == "\"" || quote == "'", count > 1 else {
      return self
    }
    return dropFirst().dropLast()
  }
}

extension UInt8 {
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension Unicode.Scalar {
  /// Whether the name of a label may begin with the scalar: a letter, a digit, `_` or `-`.
  package var beginsLabelName: Bool { self == "_" || self == "-" || isLetterOrDigit }

  /// Whether the scalar may follow in the name of a label; combining marks may, too.
  package var continuesLabelName: Bool { beginsLabelName || isCombiningMark }

  /// Whether a `#` after the scalar is part of a word, as in `C#4`.
  var isInWord: Bool { isLetterOrDigit || isCombiningMark }

  private var isLetterOrDigit: Bool {
    if isASCII {
      return switch self {
      case "a"..."z", "A"..."Z", "0"..."9": true
      default: false
      }
    }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: false
    }
  }

  /// Whether the scalar changes the letter before it, such as an accent.
  ///
  /// Variation selectors don't count: they belong to emoji.
  private var isCombiningMark: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: !properties.isVariationSelector
    default: false
    }
  }
}
