extension ImportedLabel {
  /// The label of billable records.
  static let billable = ImportedLabel("billable")

  /// Returns the labels of a record that has these tags in another program.
  static func labels(ofTags tags: [String], isBillable: Bool) -> [ImportedLabel] {
    // A tag named like the label of billable records must not make the record billable.
    let labels = tags.map { tag in
      tag.lowercased() == billable.key
        ? ImportedLabel(tagKey, tag) : ImportedLabel(tag: tag)
    }
    return isBillable ? labels + [.billable] : labels
  }
}

extension ImportedComment {
  /// The labels other than `#billable` as tags of another program.
  var tags: [String] { labels.filter { !Self.isBillable($0) }.map(\.tag) }

  private static func isBillable(_ label: ImportedLabel) -> Bool {
    label.value == nil && label.key.lowercased() == ImportedLabel.billable.key
  }
}
