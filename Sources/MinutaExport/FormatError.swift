/// The reason why a file can't be imported or written.
package enum FormatError: Error, Hashable, Sendable {
  /// The number of elements that can't be read after which reading stops, unless they are skipped.
  package static let problemLimit = 100

  /// No format to import has this name.
  case unknownFormat(String)
  /// No format to export has this name.
  case unknownExportFormat(String)
  /// The content of the file has none of the known formats.
  case unrecognized(file: String, Content)
  /// Two files without a given format have these different ones.
  case differentFormats(files: [String], formats: [String])
  /// The files of a folder have several formats.
  case severalFormats(folder: String, formats: [String])
  /// The file can't be read; the reason is a clause.
  case unreadable(file: String, reason: String)
  /// The file is larger than a limit in bytes.
  case tooLarge(file: String, limit: Int)
  /// The file has no column for a field.
  ///
  /// The format is the title of the program that the user named; nil if the columns are guessed.
  case missingColumn(file: String, field: String, columns: [String], format: String? = nil)
  /// The file has no column with a name that the user assigned to a field.
  case noColumn(file: String, name: String, columns: [String])
  /// No column of a CSV file is known as a tag or a comment, although these have texts.
  case unknownTexts(file: String, columns: [String])
  /// The dates of the file fit several orders, such as `03/04/2024`.
  case ambiguousDates(file: String, example: String, orders: [DateOrder])
  /// Elements of the file can't be read.
  ///
  /// `problems` has the first ones with their lines; `count` is the number of all.
  case invalid(file: String, problems: [Problem], count: Int)
  /// An export has no column with this name.
  case unknownColumn(String, known: [String])
  /// A format doesn't have this option of an export, but those with the names have it.
  case unusedOption(String, format: String, others: [String])
  /// A text isn't a name and an email address.
  case invalidUser(String)
  /// An import has no field with this name.
  case unknownField(String, known: [String])

  /// The kind of a file whose format isn't known.
  package enum Content: Sendable {
    case binary
    case folder
    case emptyFolder
    /// A text that isn't UTF-8.
    case otherEncoding
    case text
  }

  /// An element of a file that can't be read.
  package struct Problem: Hashable, Sendable {
    package let line: Int
    package let reason: InvalidReason

    package init(line: Int, reason: InvalidReason) {
      self.line = line
      self.reason = reason
    }
  }
}
