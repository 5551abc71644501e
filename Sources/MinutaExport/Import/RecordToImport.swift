package import Foundation

/// A record that an import adds, with the line that it comes from.
package struct RecordToImport: Sendable, Equatable {
  package let id: UUID
  package let start: Date
  package let end: Date
  /// The name of the tag, which may be a path; nil if the record has no tag.
  package let tag: String?
  package let comment: String?
  /// The IANA name of the time zone that the record gets.
  package let timeZone: String
  /// The path of the file.
  package let file: String
  /// The line on which the record begins, counted from 1.
  package let line: Int

  package var seconds: Int { Int(end.timeIntervalSince(start)) }
}
