import MinutaCore

/// The content of a table of records, with the totals of their tags.
struct RecordTable {
  let columns: [RecordColumn]
  private let options: ExportOptions
  private(set) var omissions = Omissions()
  private var totals: [String?: Int] = [:]
  /// The seconds of all records, and those of their decimal hours in the table.
  private(set) var total = 0
  private var printedTotal = 0

  init(_ options: ExportOptions) throws(FormatError) {
    columns = try RecordColumn.columns(options)
    var options = options
    // The totals are in the unit of the rows.
    if columns.contains(.hours), !columns.contains(.duration) { options.usesDecimalHours = true }
    self.options = options
  }

  /// A cell of the table.
  struct Cell {
    let text: String
    /// Whether this is a date, a time or a number, and not a text of the record.
    var isNumber = true
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
      case .date: Cell(text: first.dateText)
      case .start: Cell(text: Self.text(first, showsDate: showsDate.start))
      case .end: Cell(text: Self.text(last, showsDate: showsDate.end))
      case .duration: Cell(text: text(seconds: options.usesDecimalHours ? hours : exported.seconds))
      case .hours: Cell(text: DurationText.hours(hours))
      case .seconds: Cell(text: exported.text(column))
      default: Cell(text: filter.text(exported.text(column)), isNumber: false)
      }
    }
    totals[exported.tag.map { filter.text($0) }, default: 0] += exported.seconds
    if filter.hasRemoved { omissions.count(.characters) }
    return cells
  }

  private static func text(_ time: CivilTime, showsDate: Bool) -> String {
    showsDate ? "\(time.dateText) \(time.clockText)" : time.clockText
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
  var tagTotals: [(tag: String?, seconds: Int)] {
    let named = totals.compactMap { tag, seconds in tag.map { (tag: $0, seconds: seconds) } }
    var all: [(tag: String?, seconds: Int)] = []
    for total in named.sorted(by: { $0.tag < $1.tag }) { all.append((total.tag, total.seconds)) }
    if let untagged = totals[nil] { all.append((nil, untagged)) }
    guard options.usesDecimalHours else { return all }
    let hours = AmountFormatter.printedHours(all.map(\.seconds))
    return zip(all, hours).map { (tag: $0.tag, seconds: $1) }
  }

  /// Returns the text of a duration.
  func text(seconds: Int) -> String { options.text(seconds: seconds) }
}
