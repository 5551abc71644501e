package import MinutaCore

extension Label {
  /// Creates the label of another program's tag: `#name`, `#key=value` for a tag such as
  /// `client=Acme`, or else `#tag="any text"`.
  package init(tag: String) {
    let name = tag.unicodeScalars.prefix { $0 != "=" }
    let value = tag.unicodeScalars[name.endIndex...].dropFirst()
    if Self.isName(name), !value.isEmpty, String(name) != Self.tagName {
      self.init(String(name), String(value))
    } else if Self.isName(tag.unicodeScalars) {
      self.init(tag)
    } else {
      self.init(Self.tagName, tag)
    }
  }

  /// The label as another program's tag, from which `init(tag:)` creates the label again.
  package var tag: String {
    guard let writtenValue else { return name }
    return name == Self.tagName ? writtenValue : "\(name)=\(writtenValue)"
  }

  /// The name of a label whose value is the text of a tag.
  static let tagName = "tag"

  /// The label of billable records.
  static let billable = Label("billable")

  /// Returns the labels of a record that has these tags in another program.
  static func labels(ofTags tags: [String], isBillable: Bool) -> [Label] {
    // A tag named like the label of billable records must not make the record billable.
    let labels = tags.map { tag in
      let label = Label(tag: tag)
      return label == billable ? Label(tagName, tag) : label
    }
    return isBillable ? labels + [billable] : labels
  }
}

extension CommentParts {
  /// The labels other than `#billable` as tags of another program.
  var tags: [String] { labels.filter { $0 != .billable }.map(\.tag) }
}
