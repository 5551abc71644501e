import MinutaCore

/// Finds the order of day, month and year that all dates of a file have.
struct DateOrderDetector {
  private var candidates = DateOrder.allCases
  /// The first date that has two readings.
  private var example: String?

  /// Returns the order of the dates in some columns.
  ///
  /// - Throws: `FormatError.ambiguousDates` if the dates fit several orders.
  static func order(
    in file: ImportFile,
    separator: UInt8,
    columns: [Int]
  ) throws(FormatError) -> DateOrder {
    var detector = DateOrderDetector()
    var reader = CSVReader(file, separator: separator)
    while let element = try reader.next(), detector.candidates.count > 1 {
      guard case .row(let row) = element else { continue }
      for column in columns { detector.add(row[column]) }
    }
    if detector.candidates.count > 1, let example = detector.example {
      throw .ambiguousDates(file: file.name, example: example)
    }
    return detector.candidates[0]
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
