extension FilterTokenizer.Token {
  /// The label that the token selects, such as `+billable` or `#ticket="R 12"`; nil if it is another
  /// condition.
  var label: Label? {
    let name = name.unicodeScalars.dropFirst()
    guard isLabel, [nil, "="].contains(mark), Label.isName(name) else { return nil }
    return Label(String(name), value)
  }

  /// Whether the token begins like a label.
  var isLabel: Bool { name.unicodeScalars.first.map(Label.marks.contains) ?? false }
}
