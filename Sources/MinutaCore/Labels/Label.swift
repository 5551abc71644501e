/// A label in a record's comment: `#billable`, or `#ticket=R-12` with a value.
///
/// The syntax is that of klog's tags. A name consists of letters, digits, `_` and `-`, and so does
/// a value without quotes. Labels whose names differ only in case are equal.
package struct Label: Sendable {
  /// The name as it is written.
  package let name: String
  /// The lower-cased name.
  package let key: String
  /// The value as it is written; an empty one means the same as none.
  package let writtenValue: String?

  /// Creates a label.
  ///
  /// - Parameter name: a valid name.
  package init(_ name: String, _ value: String? = nil) {
    self.name = name
    key = name.lowercased()
    writtenValue = value
  }

  /// Creates a label from text such as `ticket=R-12`, which may begin with `#` or `+`.
  ///
  /// All text after the equals sign is the value, with or without quotes. Returns nil if the text
  /// doesn't begin with a valid name.
  package init?(parsing text: String) {
    var rest = text.unicodeScalars[...]
    if let mark = rest.first, Self.marks.contains(mark) { rest.removeFirst() }
    let name = rest.prefix { $0 != "=" }
    guard Self.isName(name) else { return nil }
    let value = name.endIndex == rest.endIndex ? nil : rest[name.endIndex...].dropFirst()
    self.init(String(name), value.map(Self.value))
  }

  /// The label of a record of which another program knows only the day and the length.
  package static let unplaced = Label("unplaced")

  /// The characters that mark a label: `#` in a comment, or `+` because a shell treats `#` as the
  /// start of a comment.
  package static let marks: [Unicode.Scalar] = ["#", "+"]

  /// Whether a text can be the name of a label, or its value without quotes.
  package static func isName(_ scalars: some Collection<Unicode.Scalar>) -> Bool {
    scalars.first?.beginsLabelName == true && scalars.allSatisfy(\.continuesLabelName)
  }

  /// The value; nil if there is none or if it is empty.
  package var value: String? { writtenValue?.isEmpty == true ? nil : writtenValue }

  /// The label as it is written into a comment, with quotes around the value if necessary.
  package var text: String {
    guard let writtenValue else { return "#\(name)" }
    let isPlain = Self.isName(writtenValue.unicodeScalars)
    return "#\(name)=\(isPlain ? writtenValue : Self.quoted(writtenValue))"
  }

  /// The label as an argument, such as `client=R and D`, which `init(parsing:)` accepts.
  package var argument: String {
    guard let value = writtenValue else { return name }
    let isExact = Self.value(value.unicodeScalars[...]) == value
    return "\(name)=\(isExact ? value : Self.quoted(value))"
  }

  /// The label with a lower-cased name and without an empty value, as groups show it.
  var normalized: Label { Label(key, value) }

  /// Whether this label selects another one: it has the same key, and the same value if this label
  /// has one.
  func matches(_ other: Label) -> Bool {
    key == other.key && (value == nil || value == other.value)
  }
}

extension Label: Hashable {
  package static func == (first: Label, second: Label) -> Bool {
    first.key == second.key && first.value == second.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
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
