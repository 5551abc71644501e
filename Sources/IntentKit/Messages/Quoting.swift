import JSONText

/// The beginning of a command in a notice: the program, and its `--store`.
@TaskLocal package var minuta = "minuta"

extension String {
  /// The text in single quotes, cut off after 80 characters.
  public var quoted: String {
    count > 80 ? "'\(prefix(80))…'" : "'\(self)'"
  }

  /// The text with a lowercase first letter, to continue a sentence after a colon.
  var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }

  /// The text with a capital first letter, to begin a sentence.
  var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension JSONValue {
  /// Text in single quotes, or the JSON of any other value, cut off after 80 characters.
  var shown: String {
    if let string { return string.quoted }
    let json = text()
    return json.count > 80 ? "\(json.prefix(80))…" : json
  }

  /// The value with its type, such as `the number 1`; null and Booleans are shown without a type.
  var described: String {
    switch self {
    case .null, .bool: shown
    case .number: "the number \(shown)"
    case .string: "the text \(shown)"
    case .array: "the list \(shown)"
    case .object: "the object \(shown)"
    }
  }

  /// The value at the beginning of a sentence, such as `The number 1`.
  var describedAsSubject: String {
    switch self {
    case .null, .bool: "The value \(shown)"
    case .number, .string, .array, .object: described.capitalizingFirst
    }
  }
}

extension String? {
  /// The name as a suggestion such as ` (did you mean 'tag'?)`; empty for nil.
  public var suggestion: String { map { " (did you mean \($0.quoted)?)" } ?? "" }
}
