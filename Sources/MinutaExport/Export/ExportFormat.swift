import Foundation
import MinutaCore

/// A file format that records can be written in.
package struct ExportFormat: Sendable {
  /// The name on the command line, such as `timewarrior`.
  package let name: String
  /// Other names on the command line, such as that of the program's command.
  package let otherNames: [String]
  /// The name of the program or format for people, such as `Timewarrior`.
  package let title: String
  /// The usual extension of file names, without a dot.
  package let fileExtension: String
  package let features: Set<Feature>
  /// Returns a writer of a file with some options.
  package let writer: @Sendable (ExportOptions) throws(FormatError) -> any ExportWriter

  package enum Feature: Sendable {
    /// Files have the lengths of records, which can be rounded, besides starts and ends.
    case durations
    /// Files are tables whose columns can be chosen.
    case columns
    /// Files can have decimal hours.
    case decimalHours
    /// Files name the user.
    case user
    /// Only the parts of records inside the range are written, also of those that start before it.
    case cutAtRange
  }

  init(
    _ name: String,
    _ title: String,
    others otherNames: [String] = [],
    extension fileExtension: String,
    _ features: Set<Feature> = [],
    writer: @escaping @Sendable (ExportOptions) throws(FormatError) -> any ExportWriter
  ) {
    (self.name, self.otherNames, self.title) = (name, otherNames, title)
    (self.fileExtension, self.features, self.writer) = (fileExtension, features, writer)
  }

  /// Throws `FormatError.unusedOption` for an option that would change nothing.
  package func check(_ options: ExportOptions) throws(FormatError) {
    func refuse(_ option: String, unless feature: Feature) throws(FormatError) {
      if features.contains(feature) { return }
      let others = ExportFormats.all.filter { $0.features.contains(feature) }.map(\.name)
      throw .unusedOption(option, format: title, others: others)
    }
    if options.columns != nil { try refuse("columns", unless: .columns) }
    if options.usesDecimalHours { try refuse("decimal", unless: .decimalHours) }
    if options.user != nil { try refuse("user", unless: .user) }
  }
}

/// Writes records in the order of their starts.
package protocol ExportWriter {
  /// Appends the bytes before the first record.
  mutating func begin(_ output: inout [UInt8])

  /// Appends the bytes of a record, or keeps it for `end`.
  mutating func add(_ record: ExportedRecord, to output: inout [UInt8])

  /// Appends the bytes after the last record.
  mutating func end(_ output: inout [UInt8])

  /// The kinds of data that the format can't hold and that were left out so far.
  var omissions: Omissions { get }
}

extension ExportWriter {
  package mutating func begin(_ output: inout [UInt8]) {}
  package mutating func end(_ output: inout [UInt8]) {}
  package var omissions: Omissions { Omissions() }
}

/// The number of records for each kind of data that a file format couldn't hold.
package struct Omissions: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable, Codable {
    /// The text of a comment.
    case comments
    case images
    /// The seconds of times, or of records shorter than the format's unit.
    case seconds
    /// A record without any length.
    case empty
    /// A record that overlaps an earlier one.
    case overlaps
    /// A timer that is still running.
    case running
    /// A record whose rounded length isn't in the file, because the format has starts and ends only.
    case rounding
    /// The time zone of a record.
    case timeZones
    /// A character that the format can't express.
    case characters
    /// A text that spreadsheets would calculate, before which the file has an apostrophe.
    case formulas
    /// A local time that the clock shows twice, because it is set back.
    case repeatedTimes
    /// The length of a record, which its local times don't give, because the clock changes.
    case clockChanges
    /// A record so long that the format can't hold its end.
    case longRecords
    /// The name and email address of the user.
    case user
    /// The order of tags, of which the first is the record's and the others are labels.
    case firstTags
    /// A missing customer, project or activity, for which the file has an invented name.
    case emptyNames

    /// Whether the record isn't in the file at all.
    var isWholeRecord: Bool { [.empty, .overlaps, .running].contains(self) }
  }

  package private(set) var counts: [Kind: Int] = [:]
  /// The number of records that aren't in the file at all.
  package private(set) var records = 0

  package init() {}

  package mutating func count(_ kind: Kind) {
    counts[kind, default: 0] += 1
    if kind.isWholeRecord { records += 1 }
  }

  /// Counts a record whose images aren't written.
  mutating func countImages(of record: ExportedRecord) {
    if !record.record.images.isEmpty { count(.images) }
  }

  /// Counts a record whose time zone isn't the one of the file.
  mutating func countTimeZone(of record: ExportedRecord, _ options: ExportOptions) {
    let zone = options.days.timeZone.name
    if record.record.timeZone ?? zone != zone { count(.timeZones) }
  }
}
