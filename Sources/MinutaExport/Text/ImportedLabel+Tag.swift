import MinutaCore

extension ImportedLabel {
  /// Creates the label of another program's tag: `#name`, `#key=value` for a tag such as
  /// `client=Acme`, or else `#tag="any text"`.
  package init(tag: String) {
    if Self.isName(tag) {
      self.init(tag)
    } else if let equals = tag.firstIndex(of: "="), tag[..<equals] != Self.tagKey,
      Self.isName(tag[..<equals]), tag.index(after: equals) < tag.endIndex
    {
      self.init(String(tag[..<equals]), String(tag[tag.index(after: equals)...]))
    } else {
      self.init(Self.tagKey, tag)
    }
  }

  /// The label as another program's tag, from which `init(tag:)` creates the label again.
  package var tag: String {
    guard let value else { return key }
    return key == Self.tagKey ? value : "\(key)=\(value)"
  }

  /// The key of a label whose value is the text of a tag.
  static let tagKey = "tag"

  /// Whether a text can be the key of a label, or its value without quotes.
  static func isName(_ text: some StringProtocol) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.first?.beginsLabelName == true && scalars.allSatisfy(\.continuesLabelName)
  }
}
