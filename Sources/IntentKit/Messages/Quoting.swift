import JSONText

extension String {
  /// The text in single quotes, cut off after 80 characters.
  public var quoted: String {
    count > 80 ? "'\(prefix(80))…'" : "'\(self)'"
  }

  /// The text with a lowercase first letter, to continue a sentence after a colon.
  var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension JSONValue {
  var quoted: String { (string ?? text()).quoted }
}

extension String? {
  /// The name as a suggestion such as ` (did you mean 'tag'?)`; empty for nil.
  public var suggestion: String { map { " (did you mean \($0.quoted)?)" } ?? "" }
}
