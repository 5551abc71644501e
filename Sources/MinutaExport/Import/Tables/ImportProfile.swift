/// The columns of a program's CSV files.
///
/// `Examples/import-profiles` has a JSON file for each of several programs.
package struct ImportProfile: Sendable, Codable {
  package var name: String
  package var title: String
  /// The character between cells; nil to detect a comma, semicolon or tab.
  package var separator: String?
  /// The names of the columns, by field.
  package var columns: [TableField: ColumnNames]
  /// The text between the tags in a cell; nil for a comma.
  package var tagSeparator: String?
  /// The text of a cell without a value, such as `-`.
  package var blank: String?
  /// The unit of durations that are plain numbers; nil to take it from the column's name.
  package var durationUnit: DurationUnit?
  package var dateOrder: DateOrder?
  /// The IANA name of the time zone of the times.
  package var timeZone: String?

  init(
    name: String,
    title: String,
    blank: String? = nil,
    columns: [TableField: ColumnNames]
  ) {
    self.name = name
    self.title = title
    self.blank = blank
    self.columns = columns
  }
}

/// The names that a column has in different versions of a program, in JSON a text or a list.
package struct ColumnNames: Sendable, Codable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  package let names: [String]

  package init(stringLiteral name: String) { names = [name] }

  package init(arrayLiteral names: String...) { self.names = names }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names)
  }
}
