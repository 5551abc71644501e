import MinutaCore

/// Files of klog, as its specification 1.4 describes them.
///
/// The label `#project="Acme/Website"` of an entry or of its record gives the tag. All other labels
/// stay in the comment. A negative duration is a break, which shortens the entries before it, so that
/// the totals are those of klog.
package enum KlogImportFormat: ImportFormat {
  package static let name = "klog"
  package static let title = "klog"

  package static func files(in paths: [String]) -> [String] {
    paths.filter { $0.hasSuffix(".klg") || $0.hasSuffix(".klog") }.sorted()
  }

  package static func recognizes(_ sample: FileSample) -> Bool {
    guard KlogHeadline(sample.firstLine) != nil else { return false }
    return sample.lines.contains { line in
      KlogReader.indentation(of: line).map { KlogEntry(line.dropFirst($0.count)) != nil } ?? false
    }
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    KlogReader(file)
  }
}

/// The first line of a klog record: a date, and perhaps the time that should be worked.
struct KlogHeadline {
  let date: CivilTime
  let hasShouldTotal: Bool

  init?(_ line: String) {
    let end = line.firstIndex { $0.isKlogBlank } ?? line.endIndex
    let dateText = line[..<end]
    guard dateText.contains("-") != dateText.contains("/") else { return nil }
    var scanner = TextScanner(String(dateText.replacing("/", with: "-")))
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self.date = date
    let rest = line[end...].filter { !$0.isKlogBlank }
    hasShouldTotal = !rest.isEmpty
    if rest.isEmpty { return }
    guard rest.hasPrefix("("), rest.hasSuffix("!)"),
      KlogEntry.seconds(rest.dropFirst().dropLast(2)) != nil
    else { return nil }
  }
}

/// Reads the entries of a klog file line by line.
private struct KlogReader: ImportReader {
  private var lines: FileLineReader
  private var section = Section.betweenRecords
  private var entry: OpenEntry?
  private var items: ArraySlice<ImportedItem> = []
  /// The date of the last record.
  private var date: CivilTime?
  /// The items of records that follow each other with one date, which a break may still shorten.
  private var open: [ImportedItem] = []
  /// The breaks of these records of which a part is left.
  private var breaks: [Break] = []
  private var ignored = IgnoredParts()
  private var isAtEnd = false

  init(_ file: ImportFile) {
    lines = FileLineReader(file)
  }

  private enum Section {
    case betweenRecords
    case inSummary(Record)
    case inEntries(Record, indentation: String)
    /// In a record whose structure is unknown after this line.
    case inBrokenRecord(line: Int)
  }

  private struct Record {
    let date: CivilTime
    /// The labels of the record's summary, which hold for all its entries.
    var labels: [Label] = []
  }

  /// An entry whose summary may continue on the next line.
  private struct OpenEntry {
    let line: Int
    let time: KlogEntry.Time
    var summary: [String]
    let record: Record
  }

  mutating func next() throws(FormatError) -> ImportedItem? {
    while items.isEmpty, !isAtEnd {
      switch try lines.next() {
      case .success(let line): read(line)
      case .failure: fail(.encoding)
      case nil:
        finishRecord()
        items += ignored.items
        isAtEnd = true
      }
    }
    return items.popFirst()
  }

  private mutating func read(_ line: String) {
    if line.allSatisfy(\.isKlogBlank) {
      finishEntry()
      section = .betweenRecords
      return
    }
    switch section {
    case .inBrokenRecord(let broken):
      if line.first?.isKlogBlank == true, KlogEntry(Substring(line).trimmingBlanks) != nil {
        items.append(.invalid(line: lines.number, .afterInvalidLine(broken)))
      }
    case .betweenRecords: readHeadline(line)
    case .inSummary(var record):
      if let indentation = Self.indentation(of: line) {
        section = .inEntries(record, indentation: indentation)
        readEntry(line.dropFirst(indentation.count), record)
      } else if line.first?.isKlogBlank == true {
        fail(.malformed)
      } else {
        record.labels += Label.all(in: line)
        section = .inSummary(record)
        ignored.addSummary(line, at: lines.number)
      }
    case .inEntries(let record, let indentation):
      if line.hasPrefix(indentation + indentation), entry != nil {
        entry?.summary.append(String(line.dropFirst(2 * indentation.count)))
      } else if line.hasPrefix(indentation) {
        readEntry(line.dropFirst(indentation.count), record)
      } else {
        fail(.malformed)
      }
    }
  }

  private mutating func readHeadline(_ line: String) {
    guard let headline = KlogHeadline(line) else { return fail(.expected("YYYY-MM-DD")) }
    if headline.date != date { finishRecord() }
    date = headline.date
    section = .inSummary(Record(date: headline.date))
    if headline.hasShouldTotal { ignored.addShouldTotal(at: lines.number) }
  }

  private mutating func readEntry(_ text: Substring, _ record: Record) {
    finishEntry()
    guard let found = KlogEntry(text) else {
      open.append(.invalid(line: lines.number, .expected("8:00 - 9:30")))
      return
    }
    let summary = found.summary.map { [$0] } ?? []
    entry = OpenEntry(line: lines.number, time: found.time, summary: summary, record: record)
  }

  /// Reports the line and all entries in the rest of the record, whose date may be unknown.
  private mutating func fail(_ reason: InvalidReason) {
    finishRecord()
    items.append(.invalid(line: lines.number, reason))
    section = .inBrokenRecord(line: lines.number)
  }

  /// The number of entries and breaks of a record that are kept in memory.
  private static let openLimit = 1000

  private mutating func finishRecord() {
    finishEntry()
    // The rest of a break that has too little time before it is cut from what follows.
    for var rest in breaks {
      cut(&rest)
      report(rest)
    }
    items += open
    (open, breaks) = ([], [])
  }

  private mutating func finishEntry() {
    guard let entry else { return }
    self.entry = nil
    if open.count + breaks.count >= Self.openLimit { finishRecord() }
    let comment = KlogComment(entry.summary, labels: entry.record.labels)
    let path = comment.project.map { [$0] } ?? []
    let date = entry.record.date
    let time: ImportedTime
    switch entry.time {
    case .openRange: return open.append(.skipped(line: entry.line, .running))
    case .duration(let seconds) where seconds < 0:
      var found = Break(line: entry.line, path: path, seconds: -seconds)
      cut(&found)
      if found.rest > 0 { breaks.append(found) } else { report(found) }
      return
    case .duration(let seconds) where seconds > Self.longestDuration:
      return open.append(.invalid(line: entry.line, .longerThanDay(seconds: seconds)))
    case .duration(let seconds): time = .length(seconds: seconds, day: date)
    case .range(let start, let end):
      time = .interval(Self.instant(start, date), Self.instant(end, date))
    }
    var record = ImportedRecord(
      line: entry.line,
      time: time,
      path: path,
      text: comment.content.text,
      labels: comment.content.labels
    )
    record.textHasLabels = true
    record.spelling = comment.project.map { TagSpelling(name: $0) }
    open += Self.wholeDays(of: record)
  }

  /// The seconds of the longest duration on a day: some people note the time of a month at once.
  private static let longestDuration = 31 * 86_400

  /// Returns records that fit into a day each, because a longer one would count on the next day, too.
  private static func wholeDays(of record: ImportedRecord) -> [ImportedItem] {
    guard case .length(var rest, let day) = record.time, rest > 86_400 else {
      return [.record(record)]
    }
    var items: [ImportedItem] = []
    while rest > 0 {
      var part = record
      part.time = .length(seconds: min(rest, 86_400), day: day)
      items.append(.record(part))
      rest -= 86_400
    }
    return items
  }

  /// Cuts a break from the entries read so far: from those of its project first, the last ones
  /// first.
  private mutating func cut(_ found: inout Break) {
    for isOfProject in found.path.isEmpty ? [false] : [true, false] {
      for index in open.indices.reversed() where found.rest > 0 {
        guard case .record(var record) = open[index] else { continue }
        if isOfProject, record.path != found.path { continue }
        let length = min(found.rest, max(0, record.time.klogSeconds - record.breakSeconds))
        if length == 0 { continue }
        record.breakSeconds += length
        found.rest -= length
        open[index] = .record(record)
      }
    }
  }

  private mutating func report(_ found: Break) {
    let cut = found.seconds - found.rest
    if cut > 0 { open.append(.skipped(line: found.line, .cut(seconds: cut))) }
    if found.rest > 0 { open.append(.skipped(line: found.line, .negative(seconds: -found.rest))) }
  }

  private static func instant(_ minutes: Int, _ date: CivilTime) -> ImportedInstant {
    .local(CivilTime(utcSeconds: date.utcSeconds + minutes * 60))
  }

  /// Returns the indentation of a record's first entry; nil if the line isn't indented correctly.
  static func indentation(of line: String) -> String? {
    ["    ", "   ", "  ", "\t"].first(where: line.hasPrefix)
  }
}

/// A negative duration, which shortens the other entries of its record.
private struct Break {
  let line: Int
  let path: [String]
  let seconds: Int
  /// The part in seconds that hasn't been cut from an entry.
  var rest: Int

  init(line: Int, path: [String], seconds: Int) {
    (self.line, self.path, self.seconds, rest) = (line, path, seconds, seconds)
  }
}

extension ImportedTime {
  /// The seconds that klog counts for an entry.
  fileprivate var klogSeconds: Int {
    switch self {
    case .interval(.local(let start), .local(let end)): end.utcSeconds - start.utcSeconds
    case .length(let seconds, _): seconds
    default: 0
    }
  }
}

/// The comment and the project that the summaries of an entry and its record give.
private struct KlogComment {
  let content: CommentParts
  let project: String?

  /// - Parameter labels: the labels of the record's summary, which the entry has, too.
  init(_ lines: [String], labels: [Label]) {
    var text = lines.drop { $0.allSatisfy(\.isKlogBlank) }.joined(separator: "\n")
    let own = Array(LabelScanner(text))
    let project = own.first(where: \.label.isProject)?.label ?? labels.first(where: \.isProject)
    self.project = project?.value
    // Our own files have the project before the text.
    if let first = own.first, first.label == project, first.range.lowerBound == text.startIndex {
      let rest = text[first.range.upperBound...]
      let isWord = rest.first.map { $0 == " " || $0 == "\n" } ?? true
      if isWord { text = String(rest.dropFirst()) }
    }
    let more = labels.filter { label in !label.isProject && !own.contains { $0.label == label } }
    let comment = more.isEmpty ? CommentParts(text: text, labels: []) : CommentParts(text)
    content = CommentParts(
      text: text.isEmpty ? nil : comment.text,
      labels: comment.labels + more
    )
  }
}

extension Label {
  /// Whether this is the label `#project=…`, which gives the tag of an entry.
  var isProject: Bool { key == "project" && value != nil }
}

/// The parts of a klog file that belong to a whole day and have no place in a record.
private struct IgnoredParts {
  private var shouldTotals = (line: 0, count: 0)
  private var summaries = (line: 0, count: 0)

  mutating func addShouldTotal(at line: Int) {
    if shouldTotals.count == 0 { shouldTotals.line = line }
    shouldTotals.count += 1
  }

  /// Counts a record summary line, unless it only has labels.
  mutating func addSummary(_ line: String, at number: Int) {
    var rest = line
    for label in Array(LabelScanner(line)).reversed() { rest.removeSubrange(label.range) }
    if rest.allSatisfy(\.isKlogBlank) { return }
    if summaries.count == 0 { summaries.line = number }
    summaries.count += 1
  }

  var items: [ImportedItem] {
    [("should-total", shouldTotals), ("summary of a day", summaries)]
      .filter { $0.1.count > 0 }
      .map { .skipped(line: $0.1.line, .notRecords(kind: $0.0, count: $0.1.count)) }
  }
}
