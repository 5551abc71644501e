import MinutaCore

extension ExportFormat {
  /// Files for klog, with one klog record for each date.
  ///
  /// The tag of a record is the label `#project="Acme/Website"` before the comment.
  package static let klog = ExportFormat("klog", "klog", extension: "klg") {
    options throws(FormatError) in KlogWriter(options: options)
  }
}

private struct KlogWriter: ExportWriter {
  let options: ExportOptions
  /// The date of the klog record that was begun last, in days since 1970-01-01.
  var date: Int?
  private(set) var omissions = Omissions()

  mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
    guard
      let interval = LocalInterval(record, options, unit: 60, omissions: &omissions)
    else { return }
    let parts = CommentParts(record.record.comment)
    let spelling = TagSpelling(of: record, parts)
    let comment = spelling.comment(of: record, parts)
    let unplaced = Self.withoutUnplaced(comment)
    if unplaced == nil, record.isVeryLong { omissions.count(.longRecords) }
    if let comment = unplaced ?? (record.isVeryLong ? comment ?? "" : nil) {
      begin(options.days.day(at: record.record.startTime.unixSeconds), &output)
      append(Self.text(minutes: interval.seconds / 60), comment, spelling.name, &output)
      return
    }
    if interval.isAcrossClockChange { omissions.count(.clockChanges) }
    for part in Self.parts(interval) {
      begin(part.date, &output)
      let times = part.text(at: part.start) + " - " + part.text(at: part.end)
      append(times, comment, spelling.name, &output)
    }
  }

  private mutating func begin(_ day: Int, _ output: inout [UInt8]) {
    if day == date { return }
    output += "\(date == nil ? "" : "\n")\(CivilTime(day: day).dateText)\n".utf8
    date = day
  }

  private mutating func append(
    _ time: String,
    _ comment: String?,
    _ project: String,
    _ output: inout [UInt8]
  ) {
    output += "    \(time)".utf8
    for (number, line) in lines(comment, project).enumerated() {
      output += "\(number == 0 ? " " : "\n        ")\(line)".utf8
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Returns the lines of an entry's summary, none of which may be blank.
  private mutating func lines(_ comment: String?, _ project: String) -> [String] {
    var filter = ControlCharacterFilter()
    var text = filter.text(comment ?? "")
    if !project.isEmpty {
      let label = Label("project", filter.text(project).replacing("\n", with: " "))
      if Label.all(in: text).first(where: \.isProject) != label {
        text = label.text + (text.isEmpty ? "" : " ") + text
      }
    } else if text.contains("#"), Label.all(in: text).contains(where: \.isProject) {
      omissions.count(.firstTags)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let filled = lines.filter { !$0.allSatisfy(\.isKlogBlank) }
    if filter.hasRemoved || (filled.count < lines.count && text != "") {
      omissions.count(.characters)
    }
    return filled.map(String.init)
  }

  /// Returns the comment of a record that was imported without a time of day, or nil if the record
  /// has one.
  private static func withoutUnplaced(_ comment: String?) -> String? {
    let word = Label.unplaced.text
    guard let comment, comment.hasSuffix(word) else { return nil }
    let text = comment.dropLast(word.count)
    guard let last = text.last else { return "" }
    return last == " " || last == "\n" ? String(text.dropLast()) : nil
  }

  private static func text(minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return hours == 0 ? "\(rest)m" : "\(hours)h" + (rest == 0 ? "" : "\(rest)m")
  }

  /// Returns the parts of an interval that fit into one range: it may begin on the day before the
  /// record's date and end on the day after it.
  private static func parts(_ interval: LocalInterval) -> [Part] {
    var parts: [Part] = []
    var start = interval.start.utcSeconds
    let end = interval.end.utcSeconds
    let lastDay = interval.end.daysSince1970
    while true {
      let day = CivilTime(utcSeconds: start).daysSince1970
      if lastDay <= day + 2 {
        return parts + [Part(date: lastDay > day + 1 ? day + 1 : day, start: start, end: end)]
      }
      let midnight = (day + 2) * 86_400
      parts.append(Part(date: day + 1, start: start, end: midnight))
      start = midnight
    }
  }

  /// A range of an entry, in seconds that the local times would have in UTC.
  private struct Part {
    let date: Int
    let start: Int
    let end: Int

    /// Returns a time such as `8:30`, or `<23:00` or `1:00>` on the day before or after the date.
    func text(at seconds: Int) -> String {
      let time = CivilTime(utcSeconds: seconds)
      let text = "\(time.hour):\(time.minute.padded(to: 2))"
      switch time.daysSince1970 - date {
      case ..<0: return "<\(text)"
      case 0: return text
      default: return "\(text)>"
      }
    }
  }
}
