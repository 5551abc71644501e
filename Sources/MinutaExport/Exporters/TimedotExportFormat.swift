import Foundation
import MinutaCore

/// Timedot files for hledger, which have only durations.
///
/// A record that crosses the beginning of a day is written on both days.
package enum TimedotExportFormat: ExportFormat {
  package static let name = "timedot"
  package static let title = "Timedot (hledger)"
  package static let fileExtension = "timedot"
  package static let hasDurations = true

  package static func writer(_ options: ExportOptions) throws(FormatError) -> any ExportWriter {
    TimedotWriter(options)
  }
}

private struct TimedotWriter: ExportWriter {
  private let days: LocalCalendar
  /// The lines of days that may get more lines.
  private var lines: [Int: [String]] = [:]
  private var hasDay = false
  private(set) var omissions = Omissions()

  init(_ options: ExportOptions) {
    days = options.usesUTC ? options.days.zoned(.gmt) : options.days
  }

  mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
    guard let end = record.record.endTime?.unixSeconds else { return omissions.count(.running) }
    omissions.countImages(of: record)
    var start = record.record.startTime.unixSeconds
    var day = days.day(at: start)
    write(before: day, to: &output)
    let parts = CommentParts(record.record.comment)
    let spelling = TagSpelling(of: record, parts, as: .account)
    let account = Self.account(of: record, spelling)
    let comment = Self.comment(spelling.comment(of: record, parts))
    if !account.isExact || !comment.isExact { omissions.count(.characters) }
    if record.isVeryLong { omissions.count(.longRecords) }
    var rest = record.seconds
    while true {
      let nextDay = days.start(ofDay: day + 1)
      let isLast = end <= nextDay || record.isVeryLong
      let seconds = isLast ? rest : min(nextDay - start, rest)
      if seconds > 0 || isLast {
        let text = "    \(account.text)  \(Self.amount(seconds))\(comment.text)\n"
        lines[day, default: []].append(text)
      }
      if isLast { return }
      rest -= seconds
      start = nextDay
      day += 1
    }
  }

  mutating func end(_ output: inout [UInt8]) {
    write(before: .max, to: &output)
  }

  /// Writes the days before one on which a record starts.
  private mutating func write(before day: Int, to output: inout [UInt8]) {
    for number in lines.keys.filter({ $0 < day }).sorted() {
      output += "\(hasDay ? "\n" : "")\(CivilTime(day: number).dateText)\n".utf8
      for line in lines.removeValue(forKey: number) ?? [] { output += line.utf8 }
      hasDay = true
    }
  }

  /// Returns the account of a record; `#` and `*` would begin a comment or a heading.
  private static func account(
    of record: ExportedRecord,
    _ spelling: TagSpelling
  ) -> (text: String, isExact: Bool) {
    let account = AccountName(record.path)
    let text = spelling.name.drop { "#*".contains($0) || $0 == " " }
    let isExact = account.isExact && text.count == spelling.name.count
    return (text.isEmpty ? UntaggedName.text : String(text), isExact)
  }

  /// Returns the comment on one line, which is all that the format has.
  private static func comment(_ comment: String?) -> (text: String, isExact: Bool) {
    var filter = ControlCharacterFilter()
    let comment = filter.text(comment ?? "")
    let text = comment.replacing("\n", with: " ")
    let line = text.allSatisfy(\.isWhitespace) ? "" : "  ; \(text)"
    return (line, !filter.hasRemoved && text == comment)
  }

  /// Returns a duration as dots for quarters of an hour, in groups of four, or as a number.
  private static func amount(_ seconds: Int) -> String {
    if seconds > 0, seconds % 900 == 0, seconds <= 8 * 3600 {
      let hours = Array(repeating: "....", count: seconds / 3600)
      let quarters = String(repeating: ".", count: seconds % 3600 / 900)
      return (hours + [quarters]).filter { !$0.isEmpty }.joined(separator: " ")
    }
    return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}
