extension FilterTokenizer.Token {
  /// The label that the token selects, such as `+billable` or `#ticket="R 12"`; nil if it is another
  /// condition.
  var label: Label? {
    guard isLabel, [nil, "="].contains(mark) else { return nil }
    return Label(key: name.dropFirst(), value: value)
  }

  /// Whether the token begins like a label.
  var isLabel: Bool { name.unicodeScalars.first.map(Label.marks.contains) ?? false }
}
