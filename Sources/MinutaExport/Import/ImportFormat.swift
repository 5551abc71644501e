/// A file format that can be imported.
package protocol ImportFormat: Sendable {
  /// The name on the command line, such as `timewarrior`.
  static var name: String { get }

  /// Other names on the command line, such as that of the program's command.
  static var otherNames: [String] { get }
  /// The name of the program or format for people, such as `Timewarrior`.
  static var title: String { get }

  /// Returns those of the files in a folder that belong to the format, in the order to read them.
  ///
  /// - Parameter paths: the paths of all files in the folder, relative to it.
  static func files(in paths: [String]) -> [String]

  /// Whether a file with this beginning has the format.
  static func recognizes(_ sample: FileSample) -> Bool

  /// Returns a reader of the records in a file.
  ///
  /// - Throws: If the file as a whole can't be read, for example because a column is missing, or
  ///   because its dates have two possible readings.
  static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader
}

extension ImportFormat {
  package static var otherNames: [String] { [] }
  package static func files(in paths: [String]) -> [String] { [] }
}

/// Reads the elements of a file one by one.
package protocol ImportReader {
  /// Returns the next element; nil after the last.
  mutating func next() throws(FormatError) -> ImportedItem?

  /// The columns of a table that are read; empty for other files.
  var columns: [ImportedColumn] { get }

  /// The names of a table's columns that aren't read; empty for other files.
  var ignoredColumns: [String] { get }

  /// The users that the rows so far name in columns that aren't read; empty for other files.
  var users: Set<String> { get }

  /// The program whose ids the records have; empty if the format has only one.
  var program: String { get }

  /// The number of events so far that an attendee declined, who may be the user.
  var declinedCount: Int { get }
}

extension ImportReader {
  package var columns: [ImportedColumn] { [] }
  package var ignoredColumns: [String] { [] }
  package var users: Set<String> { [] }
  package var program: String { "" }
  package var declinedCount: Int { 0 }
}

/// A column of a table, with the field of records that it has.
package struct ImportedColumn: Sendable, Codable, Hashable {
  /// The name of the field, such as `start`.
  package let field: String
  /// The name of the column in the file.
  package let column: String
}

/// A reader of elements that are in memory.
package struct ImportedItems: ImportReader {
  private var items: ArraySlice<ImportedItem>

  package init(_ items: [ImportedItem]) {
    self.items = items[...]
  }

  package mutating func next() -> ImportedItem? { items.popFirst() }
}

/// Options for reading a file to import.
package struct ImportOptions: Sendable {
  /// The order of day, month and year in dates that fit several orders.
  package var dateOrder: DateOrder?
  /// The columns of a CSV file that the user assigned, by field, such as `start` to `Begin Date`.
  package var columns: [String: String] = [:]
  /// The columns of a program's CSV files; nil to guess them from their names.
  package var profile: ImportProfile?
  /// The encoding of the files; nil to detect UTF-16, and to take UTF-8 otherwise.
  package var encoding: TextEncoding?

  package init() {}
}

/// The order of day, month and year in a date such as `03/04/2024`.
package enum DateOrder: String, Codable, Sendable, CaseIterable {
  case dayMonthYear = "dmy"
  case monthDayYear = "mdy"
  case yearMonthDay = "ymd"
}
