import MinutaCore

/// Finds the order of day, month and year that all dates of a file have.
struct DateOrderDetector {
  private var candidates = DateOrder.allCases
  /// The first date that has two readings.
  private var example: String?
  /// The line of the date that left only one order; nil if none did.
  private var line: Int?

  /// Returns the order of the dates in some columns, and the line that decided it.
  ///
  /// - Throws: `FormatError.ambiguousDates` if the dates fit several orders.
  static func order(
    in file: ImportFile,
    separator: UInt8,
    columns: [Int]
  ) throws(FormatError) -> (order: DateOrder, line: Int?) {
    var detector = DateOrderDetector()
    var reader = CSVReader(file, separator: separator)
    while let element = try reader.next(), detector.candidates.count > 1 {
      guard case .row(let row) = element else { continue }
      for column in columns { detector.add(row[column]) }
      if detector.candidates.count == 1 { detector.line = row.line }
    }
    if detector.candidates.count > 1, let example = detector.example {
      throw .ambiguousDates(file: file.name, example: example, orders: detector.candidates)
    }
    return (detector.candidates[0], detector.line)
  }

  /// Returns the reason why a text isn't a time in a file with a known order.
  ///
  /// - Parameter line: the line that decided the order; nil if the user did.
  static func reason(_ text: String, _ order: DateOrder?, _ line: Int?) -> InvalidReason {
    let word = String(TimeText.dateWord(of: text.trimmed))
    guard let order, let date = DateText(word), date.order == nil,
      let other = DateOrder.allCases.first(where: { $0 != .yearMonthDay && date.date($0) != nil })
    else { return .invalidTime(text) }
    return .dateOrder(word, order, fits: other, line: line)
  }

  private mutating func add(_ text: String) {
    let word = String(TimeText.dateWord(of: text.trimmed))
    guard let date = DateText(word), date.order == nil else { return }
    let possible = candidates.filter { date.date($0) != nil }
    // If no order fits, the row is invalid; the other rows decide.
    if possible.isEmpty { return }
    candidates = possible
    let readings = Set(possible.compactMap(date.date))
    if readings.count > 1, example == nil { example = word }
  }
}
