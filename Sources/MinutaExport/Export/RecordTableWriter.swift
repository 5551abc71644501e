import MinutaCore

/// Writes records as the rows of a table with the columns that the options name.
///
/// A table for people has the seconds of times, and totals of tags to which decimal hours add up.
struct RecordTableWriter: ExportWriter {
  private let fields: [RecordColumn]
  private let columns: [RowColumn]
  private let options: ExportOptions
  private let renderer: any RowRenderer
  /// Whether the table is for people, and not for programs.
  private let isForPeople: Bool
  /// Texts before and after the table.
  private let frame: (head: String, separator: String, end: String)
  private(set) var omissions = Omissions()
  private var totals: [String?: Int] = [:]
  /// The seconds of all records, and those of their decimal hours in the table.
  private var total = 0
  private var printedTotal = 0

  init(
    _ options: ExportOptions,
    _ renderer: any RowRenderer,
    isForPeople: Bool = true,
    frame: (head: String, separator: String, end: String) = ("", "", "")
  ) throws(FormatError) {
    fields = try RecordColumn.columns(options)
    columns = fields.map(\.column)
    (self.renderer, self.isForPeople, self.frame) = (renderer, isForPeople, frame)
    var options = options
    // The totals are in the unit of the rows.
    if fields.contains(.hours), !fields.contains(.duration) { options.usesDecimalHours = true }
    self.options = options
  }

  func begin(_ output: inout [UInt8]) {
    output += frame.head.utf8
    renderer.appendHead(columns, to: &output)
  }

  mutating func add(_ exported: ExportedRecord, to output: inout [UInt8]) {
    let record = exported.record
    if isForPeople, record.isRunning { return omissions.count(.running) }
    let start = options.time(at: record.startTime)
    let end = record.endTime.map { options.time(at: $0) }
    var filter = ControlCharacterFilter(keepsCarriageReturns: !isForPeople)
    let hours = isForPeople ? printedHours(exported.seconds) : exported.seconds
    let cells = fields.map { field in
      switch field {
      case .date: start.dateText
      case .start: text(of: start, showsDate: showsStartDate)
      case .end: end.map { text(of: $0, showsDate: showsEndDate(from: start, to: $0)) } ?? ""
      case .duration: text(of: options.usesDecimalHours ? hours : exported.seconds)
      case .hours: DurationText.hours(hours)
      default: filter.text(exported.text(field))
      }
    }
    renderer.append(cells, columns, to: &output)
    if isForPeople { totals[exported.tag.map { filter.text($0) }, default: 0] += exported.seconds }
    count(exported, start, end)
    if filter.hasRemoved { omissions.count(.characters) }
  }

  func end(_ output: inout [UInt8]) {
    renderer.appendFoot([], columns, to: &output)
    if !isForPeople { return }
    output += frame.separator.utf8
    var table = RowTable(columns: [RowColumn("Tag"), RowColumn("Duration", .duration)])
    table.rows = tagTotals.map { [$0.tag ?? "(untagged)", options.text(seconds: $0.seconds)] }
    table.totals = [["Total", options.text(seconds: total)]]
    renderer.append(table, to: &output)
    output += frame.end.utf8
  }

  /// Counts the data of a record that the columns don't have.
  private mutating func count(_ record: ExportedRecord, _ start: CivilTime, _ end: CivilTime?) {
    omissions.countImages(of: record)
    if !fields.contains(.timeZone) { omissions.countTimeZone(of: record, options) }
    let hasSeconds = start.second != 0 || end.map { $0.second != 0 } == true
    let showsSeconds = isForPeople || fields.contains(.startUTC) && fields.contains(.endUTC)
    if hasSeconds, !showsSeconds { omissions.count(.seconds) }
  }

  /// Whether a start has its date, because no other column gives it.
  private var showsStartDate: Bool { !fields.contains(.date) }

  private func showsEndDate(from start: CivilTime, to end: CivilTime) -> Bool {
    if showsStartDate { return true }
    // With the date and a length, the original Minuta has only the time of day of the end.
    let isKnown = !isForPeople && columns.contains(where: \.isNumber)
    return !isKnown && end.dateText != start.dateText
  }

  private func text(of time: CivilTime, showsDate: Bool) -> String {
    let clock = isForPeople ? time.clockText : time.minuteText
    return showsDate ? "\(time.dateText) \(clock)" : clock
  }

  private func text(of seconds: Int) -> String {
    let isMinutes = !isForPeople && !options.usesDecimalHours
    return isMinutes ? DurationText.minutes(seconds) : options.text(seconds: seconds)
  }

  /// Adds a record's seconds to the total, and returns the seconds of its decimal hours in the table.
  ///
  /// Decimal hours add up as they are printed, so those of a record can be 0.01 off.
  private mutating func printedHours(_ seconds: Int) -> Int {
    total += seconds
    let before = printedTotal
    printedTotal = AmountFormatter.hundredths.rounded(total)
    return printedTotal - before
  }

  /// The totals of the tags, sorted by name; records without a tag come last.
  private var tagTotals: [(tag: String?, seconds: Int)] {
    let sorted = totals.sorted {
      ($0.key == nil ? 1 : 0, $0.key ?? "") < ($1.key == nil ? 1 : 0, $1.key ?? "")
    }
    let exact = sorted.map(\.value)
    let seconds = options.usesDecimalHours ? AmountFormatter.printedHours(exact) : exact
    return zip(sorted, seconds).map { (tag: $0.key, seconds: $1) }
  }
}

extension ExportFormat {
  /// A CSV file with the columns of the original Minuta, or with selected ones.
  package static let csv = ExportFormat(
    "csv",
    "CSV",
    extension: "csv",
    [.durations, .columns, .decimalHours]
  ) { options throws(FormatError) in
    try RecordTableWriter(options, CSVRenderer(), isForPeople: false)
  }

  /// A Markdown table with a row a record, and the totals of the tags.
  package static let markdown = ExportFormat(
    "markdown",
    "Markdown",
    others: ["md"],
    extension: "md",
    [.durations, .columns, .decimalHours]
  ) { options throws(FormatError) in
    try RecordTableWriter(options, MarkdownRenderer(), frame: ("", "\n", ""))
  }

  /// A page with a table of the records, without scripts and without links to other files.
  package static let html = ExportFormat(
    "html",
    "HTML",
    extension: "html",
    [.durations, .columns, .decimalHours]
  ) { options throws(FormatError) in
    let head = HTMLHead(title: "Records", style: style).text
    return try RecordTableWriter(options, HTMLRenderer(), frame: (head, "", "</body>\n</html>\n"))
  }

  private static let style = """
    body { font-family: sans-serif; margin: 2em; }
    table { border-collapse: collapse; margin-bottom: 2em; }
    th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: start; vertical-align: top; }
    td { white-space: pre-wrap; unicode-bidi: plaintext; }
    .number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
    tfoot td { font-weight: bold; }
    """
}
