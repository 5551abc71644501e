/// The indexes of a table's columns, by field.
struct TableColumns {
  private var indexes: [TableField: Int] = [:]

  subscript(field: TableField) -> Int? { indexes[field] }

  /// Whether a column gives a field.
  func contains(_ index: Int) -> Bool { indexes.values.contains(index) }

  /// Returns the indexes of those of the fields that the table has.
  func indexes(of fields: TableField...) -> [Int] { fields.compactMap { indexes[$0] } }

  /// Finds the columns of a file.
  ///
  /// The columns that the user assigned are first; a profile gives the others. Without a profile,
  /// they are guessed from their usual names. A field that the user assigned no name has no column.
  ///
  /// - Throws: `FormatError.noColumn` if an assigned column is missing.
  init(
    _ header: CSVHeader,
    of file: String,
    _ profile: ImportProfile?,
    assigned: [String: String] = [:]
  ) throws(FormatError) {
    for (name, column) in assigned.sorted(by: { $0.key < $1.key }) {
      guard let field = TableField(rawValue: name) else {
        throw .unknownField(name, known: TableField.allCases.map(\.rawValue))
      }
      if column.isEmpty { continue }
      guard let index = header.index(of: column) else {
        throw .noColumn(file: file, name: column, columns: header.names)
      }
      indexes[field] = index
    }
    for field in TableField.allCases where assigned[field.rawValue] == nil {
      let names = profile.map { $0.columns[field]?.texts ?? [] } ?? field.usualNames
      let found = names.lazy.compactMap { header.index(of: $0) }
      indexes[field] = found.first { profile != nil || !indexes.values.contains($0) }
    }
  }

  /// A field that records need for their start or end and that the table lacks; nil if it has all.
  var missingField: TableField? {
    if self[.duration] != nil, self[.date] != nil || self[.start] != nil { return nil }
    // The cells of a column such as "Start Time" may have dates too.
    if self[.start] ?? self[.startTime] == nil { return .start }
    return self[.end] ?? self[.endTime] ?? self[.duration] == nil ? .end : nil
  }
}
