import MinutaCore

extension ExportFormat {
  /// Timeclock files for hledger, Ledger and Emacs's timeclock.
  ///
  /// Each clock-out follows its clock-in. So all versions of these programs count a session that
  /// overlaps another one in full, even those that know only one session at a time.
  package static let timeclock = ExportFormat(
    "timeclock",
    "Timeclock (hledger, Ledger)",
    others: ["hledger", "ledger"],
    extension: "timeclock"
  ) {
    options throws(FormatError) in TimeclockWriter(options: options)
  }
}

private struct TimeclockWriter: ExportWriter {
  let options: ExportOptions
  private(set) var omissions = Omissions()

  mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
    guard let interval = LocalInterval(record, options, omissions: &omissions) else {
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
    // Ledger requires the seconds.
    let times = [interval.start, interval.end].map { "\($0.dateText) \($0.secondText)" }
    output += "i \(times[0]) \(spelling.name)".utf8
    output += "\(text.isEmpty ? "" : "  \(text)")\n".utf8
    for line in lines { output += (line.isEmpty ? ";\n" : "; \(line)\n").utf8 }
    output += "o \(times[1])\n".utf8
  }
}
