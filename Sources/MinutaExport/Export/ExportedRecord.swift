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

  /// Whether the record is longer than a year, so that it isn't split into its days.
  ///
  /// Such a record is usually a mistake, and a file of its days could have a million lines.
  var isVeryLong: Bool {
    let end = record.endTime?.unixSeconds ?? .min
    return end > record.startTime.unixSeconds + 366 * 86_400
  }

  /// The labels in the comment, in order and without repetitions.
  package var labels: [Label] { Label.distinct(in: record.comment) }

  /// The components of the tag's name; empty if the record has no tag.
  package var path: [String] { tag?.split(separator: "/").map(String.init) ?? [] }
}
