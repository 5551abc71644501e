/// The columns of a program's CSV files.
///
/// `Examples/import-profiles` has a JSON file for each of several programs.
package struct ImportProfile: Sendable, Codable {
  package var name: String
  package var title: String
  /// The character between cells; nil to detect a comma, semicolon or tab.
  package var separator: CellSeparator?
  /// The names of the columns, by field.
  package var columns: [TableField: OneOrMoreTexts]
  /// The text between the tags in a cell; nil for a comma.
  package var tagSeparator: String?
  /// The texts of cells without a value, such as `-`.
  package var blank: OneOrMoreTexts?
  /// Whether an apostrophe before a formula isn't part of a cell's text; nil if it is.
  package var guardsFormulas: Bool?
  /// The unit of durations that are plain numbers; nil to take it from the column's name.
  package var durationUnit: DurationUnit?
  /// Whether a row without an end has the duration so far of a running timer; nil if it doesn't.
  package var hasRunningDurations: Bool?
  package var dateOrder: DateOrder?
  /// The IANA name of the time zone of the times.
  package var timeZone: String?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case name
    case title
    case separator
    case columns
    case tagSeparator
    case blank
    case guardsFormulas
    case durationUnit
    case hasRunningDurations
    case dateOrder
    case timeZone
  }

  init(
    name: String,
    title: String,
    blank: OneOrMoreTexts? = nil,
    guardsFormulas: Bool = false,
    columns: [TableField: OneOrMoreTexts]
  ) {
    self.name = name
    self.title = title
    self.blank = blank
    self.guardsFormulas = guardsFormulas
    self.columns = columns
  }
}

/// A text or a list of texts in JSON, such as the names of a column in different versions of a
/// program.
package struct OneOrMoreTexts: Sendable, Codable, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral
{
  package let texts: [String]

  package init(stringLiteral text: String) { texts = [text] }

  package init(arrayLiteral texts: String...) { self.texts = texts }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    texts = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(texts)
  }
}

/// The character between the cells of a row: one in ASCII that doesn't end a line and isn't a quote.
package struct CellSeparator: Sendable, Codable {
  package let byte: UInt8

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let byte = text.utf8.first, text.utf8.count == 1, !"\"\r\n".utf8.contains(byte),
      byte < 0x80
    else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "A separator is one character."
      )
    }
    self.byte = byte
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(UnicodeScalar(byte)))
  }
}
