import MinutaCore

/// The names of the columns in a CSV file.
package struct CSVHeader: Sendable {
  /// The names, without surrounding spaces.
  package let names: [String]
  /// The character between cells.
  package let separator: UInt8
  /// The first index of each name's letters and digits.
  private let indexes: [String: Int]

  /// Reads the first row of a file; nil if it can't be read.
  ///
  /// - Parameter separator: The character between cells; nil for the one that the file declares, or
  ///   else for the one of comma, semicolon and tab that gives the most columns.
  package init?(of file: ImportFile, separator: UInt8? = nil) throws(FormatError) {
    var best: (names: [String], separator: UInt8)?
    let declared = try CSVReader.declaration(in: file)?.separator
    for candidate in (separator ?? declared).map({ [$0] }) ?? [0x2C, 0x3B, 0x09] {
      var reader = CSVReader(file, separator: candidate)
      guard case .row(let row)? = try reader.next() else { continue }
      if row.count > best?.names.count ?? 0 { best = (row.cells, candidate) }
    }
    guard let best else { return nil }
    names = best.names.map { String($0.trimmed) }
    self.separator = best.separator
    indexes = Dictionary(
      names.enumerated().map { (Self.normalized($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the index of a column.
  ///
  /// If no name is equal, returns the first one with the same letters and digits in any case.
  package func index(of name: String) -> Int? {
    names.firstIndex(of: name) ?? indexes[Self.normalized(name)]
  }

  /// Whether the file has all these columns, with exactly these names.
  func contains(_ columns: String...) -> Bool { columns.allSatisfy(names.contains) }

  /// Returns the lowercase letters and digits of a name.
  static func normalized(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

extension FileSample {
  /// The first row of the file, if it were a CSV file; nil if it can't be read.
  var csvHeader: CSVHeader? {
    let file = ImportFile(name: fileName, bytes: bytes)
    return try? CSVHeader(of: file)
  }
}
