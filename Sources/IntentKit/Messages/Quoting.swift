import JSONText

extension String {
  /// The text in single quotes, cut off after 80 characters.
  public var quoted: String {
    count > 80 ? "'\(prefix(80))…'" : "'\(self)'"
  }
}

extension JSONValue {
  var quoted: String { (string ?? text()).quoted }
}

extension String? {
  /// The name as a suggestion such as ` (did you mean 'tag'?)`; empty for nil.
  public var suggestion: String { map { " (did you mean \($0.quoted)?)" } ?? "" }
}
