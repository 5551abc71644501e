import MinutaCore

/// The content of a table of records, with the totals of their tags.
struct RecordTable {
  let columns: [RecordColumn]
  private let options: ExportOptions
  private(set) var omissions = Omissions()
  private var totals: [String?: Int] = [:]

  init(_ options: ExportOptions) throws(FormatError) {
    self.options = options
    columns = try RecordColumn.columns(options)
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
    var filter = ControlCharacterFilter()
    let first = options.time(at: record.startTime)
    let last = options.time(at: end)
    let showsDate = !columns.contains(.date)
    let cells: [Cell] = columns.map { column in
      switch column {
      case .date: .date(first)
      case .start: .time(first, showsDate: showsDate)
      case .end: .time(last, showsDate: showsDate || last.dateText != first.dateText)
      case .duration: .duration(seconds: exported.seconds)
      case .hours, .seconds: .number(exported.text(column))
      default: .text(filter.text(exported.text(column)))
      }
    }
    totals[exported.tag.map { filter.text($0) }, default: 0] += exported.seconds
    if filter.hasRemoved { omissions.count(.characters) }
    return cells
  }

  /// The seconds of all records.
  var total: Int { totals.values.reduce(0, +) }

  /// The totals of the tags, sorted by name; records without a tag come last.
  var tagTotals: [(tag: String?, seconds: Int)] {
    let named = totals.compactMap { tag, seconds in tag.map { (tag: $0, seconds: seconds) } }
    let sorted = named.sorted { $0.tag < $1.tag }.map { (tag: String?.some($0.tag), $0.seconds) }
    return sorted + (totals[nil].map { [(tag: nil, seconds: $0)] } ?? [])
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
