package import MinutaCore

/// A record to export, with its tag.
package struct ExportedRecord: Sendable {
  package let record: TimeRecord
  /// The tag's name, which may be a path; nil if the record has no tag.
  package let tag: String?
  /// The duration in seconds, rounded as the user asked.
  package let seconds: Int

  package init(_ record: TimeRecord, tag: String?, seconds: Int) {
    self.record = record
    self.tag = tag
    self.seconds = seconds
  }

  /// The labels in the comment: those at its end, then those in its text.
  package var labels: [ImportedLabel] {
    let comment = ImportedComment(stored: record.comment)
    let others = ImportedLabel.all(in: comment.text ?? "").map(\.label)
    return others.reduce(into: comment.labels) { labels, label in
      if !labels.contains(label) { labels.append(label) }
    }
  }

  /// The components of the tag's name; empty if the record has no tag.
  package var path: [String] { tag?.split(separator: "/").map(String.init) ?? [] }
}
