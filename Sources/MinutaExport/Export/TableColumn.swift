/// A column that a table of records can have; its raw value is its name.
protocol TableColumn: RawRepresentable<String>, CaseIterable, Sendable {
  /// The heading of the column.
  var title: String { get }
}

extension TableColumn {
  /// Returns the columns with these names, which may differ in case.
  ///
  /// - Throws: `FormatError.unknownColumn`.
  static func columns(named names: [String]) throws(FormatError) -> [Self] {
    var columns: [Self] = []
    for name in names {
      guard let column = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else { throw .unknownColumn(name, known: allCases.map(\.rawValue)) }
      columns.append(column)
    }
    return columns
  }
}
