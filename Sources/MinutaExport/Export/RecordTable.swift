import MinutaCore

/// The content of a table of records, with the totals of their tags.
struct RecordTable {
  let columns: [RecordColumn]
  private let options: ExportOptions
  /// Whether decimal hours add up as they are printed.
  private let addsUp: Bool
  private(set) var omissions = Omissions()
  private var totals: [String?: Int] = [:]
  /// The seconds of all records, and those of their decimal hours in the table.
  private(set) var total = 0
  private var printedTotal = 0

  /// Creates a table.
  ///
  /// - Parameter addsUp: whether decimal hours add up as they are printed. Those of a record can then
  ///   be 0.01 off; in a spreadsheet, each cell has its exact value instead.
  init(_ options: ExportOptions, addsUp: Bool = false) throws(FormatError) {
    columns = try RecordColumn.columns(options)
    self.addsUp = addsUp
    var options = options
    // The totals are in the unit of the rows.
    if columns.contains(.hours), !columns.contains(.duration) { options.usesDecimalHours = true }
    self.options = options
  }

  /// A cell of the table.
  enum Cell {
    case date(CivilTime)
    /// A date and time of day; the date is left out of texts if the row has it already.
    case time(CivilTime, showsDate: Bool)
    case duration(seconds: Int)
    /// A decimal number.
    case number(String)
    case text(String)
  }

  /// Adds a record to the totals and returns its cells; nil if it isn't written.
  mutating func cells(of exported: ExportedRecord) -> [Cell]? {
    let record = exported.record
    guard let end = record.endTime else {
      omissions.count(.running)
      return nil
    }
    omissions.countImages(of: exported)
    if !columns.contains(.timeZone) { omissions.countTimeZone(of: exported, options) }
    var filter = ControlCharacterFilter()
    let first = options.time(at: record.startTime)
    let last = options.time(at: end)
    let showsDate = columns.showDates(from: first, to: last)
    let hours = printedHours(exported.seconds)
    let cells: [Cell] = columns.map { column in
      switch column {
      case .date: .date(first)
      case .start: .time(first, showsDate: showsDate.start)
      case .end: .time(last, showsDate: showsDate.end)
      case .duration: .duration(seconds: options.usesDecimalHours ? hours : exported.seconds)
      case .hours: .number(DurationText.hours(hours))
      case .seconds: .number(exported.text(column))
      default: .text(filter.text(exported.text(column)))
      }
    }
    totals[exported.tag.map { filter.text($0) }, default: 0] += exported.seconds
    if filter.hasRemoved { omissions.count(.characters) }
    return cells
  }

  /// Adds a record's seconds to the total, and returns the seconds of its decimal hours in the table.
  private mutating func printedHours(_ seconds: Int) -> Int {
    total += seconds
    if !addsUp { return seconds }
    let before = printedTotal
    printedTotal = AmountFormatter.hundredths.rounded(total)
    return printedTotal - before
  }

  /// The totals of the tags, sorted by name; records without a tag come last.
  var tagTotals: [(tag: String?, seconds: Int)] {
    let named = totals.compactMap { tag, seconds in tag.map { (tag: $0, seconds: seconds) } }
    var all: [(tag: String?, seconds: Int)] = []
    for total in named.sorted(by: { $0.tag < $1.tag }) { all.append((total.tag, total.seconds)) }
    if let untagged = totals[nil] { all.append((nil, untagged)) }
    guard addsUp, options.usesDecimalHours else { return all }
    let hours = AmountFormatter.printedHours(all.map(\.seconds))
    return zip(all, hours).map { (tag: $0.tag, seconds: $1) }
  }

  /// Returns the text of a cell.
  func text(_ cell: Cell) -> String {
    switch cell {
    case .date(let date): date.dateText
    case .time(let time, let showsDate):
      showsDate ? "\(time.dateText) \(time.clockText)" : time.clockText
    case .duration(let seconds): options.text(seconds: seconds)
    case .number(let text), .text(let text): text
    }
  }
}
