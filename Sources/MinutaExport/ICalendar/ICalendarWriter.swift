import Foundation
import MinutaCore

extension ExportFormat {
  /// A calendar file (RFC 5545) with an event for each record.
  package static let iCalendar = ExportFormat(
    "icalendar",
    "iCalendar",
    others: ["ics", "ical"],
    extension: "ics"
  ) { _ throws(FormatError) in ICalendarWriter() }
}

/// Writes records as the events of an iCalendar file.
///
/// The tag is the category and the comment the description, so that an import restores the records.
struct ICalendarWriter: ExportWriter {
  private(set) var omissions = Omissions()

  /// The largest number of bytes in a line.
  private static let lineLength = 75

  func begin(_ output: inout [UInt8]) {
    Self.append("BEGIN", "VCALENDAR", to: &output)
    Self.append("VERSION", "2.0", to: &output)
    Self.append("PRODID", "-//Minuta//Minuta//EN", to: &output)
  }

  func end(_ output: inout [UInt8]) {
    Self.append("END", "VCALENDAR", to: &output)
  }

  mutating func add(_ exported: ExportedRecord, to output: inout [UInt8]) {
    let record = exported.record
    guard let end = record.endTime else { return omissions.count(.running) }
    guard end > record.startTime else { return omissions.count(.empty) }
    omissions.countImages(of: exported)
    var filter = ControlCharacterFilter()
    let tag = exported.tag.map { filter.text($0) }
    let comment = record.comment.map { filter.text($0) }
    let zone = record.timeZone.map { filter.text($0) }
    if filter.hasRemoved { omissions.count(.characters) }

    Self.append("BEGIN", "VEVENT", to: &output)
    Self.append("UID", record.id.text + ICalendarName.uidSuffix, to: &output)
    // The stamp is required. The end doesn't change from one export to the next.
    Self.append("DTSTAMP", Self.text(end), to: &output)
    Self.append("DTSTART", Self.text(record.startTime), to: &output)
    Self.append("DTEND", Self.text(end), to: &output)
    Self.append(ICalendarName.timeZone, escaping: zone, to: &output)
    Self.append("SUMMARY", escaping: Self.summary(tag, comment), to: &output)
    Self.append("CATEGORIES", escaping: tag, to: &output)
    Self.append("DESCRIPTION", escaping: comment, to: &output)
    Self.append("TRANSP", "TRANSPARENT", to: &output)
    Self.append("END", "VEVENT", to: &output)
  }
}

extension ICalendarWriter {
  /// Returns the title that calendars show; nil for a record without a tag and a comment.
  private static func summary(_ tag: String?, _ comment: String?) -> String? {
    let line = comment?.split(whereSeparator: \.isNewline).first.map(String.init)
    guard let tag else { return line }
    return line.map { "\(tag): \($0)" } ?? tag
  }

  private static func text(_ date: Date) -> String {
    Timestamp.text(date).filter { $0 != "-" && $0 != ":" }
  }

  /// Appends a property with a text; nothing if there is no text.
  private static func append(_ name: String, escaping text: String?, to output: inout [UInt8]) {
    guard let text else { return }
    var value = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": value += ["\\", "n"]
      case "\\", ";", ",": value += ["\\", scalar]
      default: value.append(scalar)
      }
    }
    append(name, String(value), to: &output)
  }

  /// Appends a property, which is folded into lines of the permitted length.
  private static func append(_ name: String, _ value: String, to output: inout [UInt8]) {
    var length = 0
    for byte in "\(name):\(value)".utf8 {
      // The first byte of a character has as many leading ones as the character has bytes.
      let width = max(1, (~byte).leadingZeroBitCount)
      if length + width > lineLength {
        output += [0x0D, 0x0A, 0x20]
        length = 1
      }
      output.append(byte)
      length += 1
    }
    output += [0x0D, 0x0A]
  }
}
