import MinutaCore

/// Timeclock files for hledger, Ledger and Emacs's timeclock.
///
/// Each clock-out follows its clock-in. So all versions of these programs count a session that
/// overlaps another one in full, even those that know only one session at a time.
package enum TimeclockExportFormat: ExportFormat {
  package static let name = "timeclock"
  package static let otherNames = ["hledger", "ledger"]
  package static let title = "Timeclock (hledger, Ledger)"
  package static let fileExtension = "timeclock"

  package static func writer(_ options: ExportOptions) throws(FormatError) -> any ExportWriter {
    TimeclockWriter(options)
  }
}

private struct TimeclockWriter: ExportWriter {
  private let options: ExportOptions
  private(set) var omissions = Omissions()

  init(_ options: ExportOptions) {
    self.options = options
  }

  mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
    guard let interval = LocalInterval(record.record, options, omissions: &omissions) else {
      return
    }
    if interval.isAcrossClockChange { omissions.count(.clockChanges) }
    let parts = CommentParts(record.record.comment)
    let spelling = TagSpelling(of: record, parts, as: .account)
    let account = AccountName(record.path)
    var filter = ControlCharacterFilter()
    var lines = filter.text(spelling.comment(of: record, parts) ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
    // A semicolon at the beginning of the text would begin a comment.
    let isText = lines.first?.first(where: { $0 != " " && $0 != "\t" }) != ";"
    let text = isText ? lines.popFirst() ?? "" : ""
    if filter.hasRemoved || !account.isExact { omissions.count(.characters) }
    output += "i \(Self.text(interval.start)) \(spelling.name)".utf8
    output += "\(text.isEmpty ? "" : "  \(text)")\n".utf8
    for line in lines { output += (line.isEmpty ? ";\n" : "; \(line)\n").utf8 }
    output += "o \(Self.text(interval.end))\n".utf8
  }

  /// Returns a time with seconds, which Ledger requires.
  private static func text(_ time: CivilTime) -> String {
    let clock = [time.hour, time.minute, time.second].map { $0.padded(to: 2) }
    return "\(time.dateText) \(clock.joined(separator: ":"))"
  }
}
