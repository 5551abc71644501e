import JSONText

extension String {
  /// The text in single quotes, shortened to 80 characters.
  public var quoted: String {
    count > 80 ? "'\(prefix(80))…'" : "'\(self)'"
  }
}

extension JSONValue {
  var quoted: String { (string ?? text()).quoted }
}

extension String? {
  /// A "did you mean" suggestion in parentheses; empty for nil.
  public var suggestion: String { map { " (did you mean \($0.quoted)?)" } ?? "" }
}
