/// An invoice with its records and the rates that were used.
package struct Invoice: Codable, Sendable, Equatable {
  package let number: String
  /// The date of the invoice, such as `2026-11-30`.
  package let date: String
  /// The first and the last day of the records.
  package let from: String
  package let to: String
  /// The IANA name of the time zone of all days.
  package let timeZone: String
  /// The first level of the tag, such as `Acme`.
  package let client: String
  package let sender: [String]
  package let recipient: [String]
  package let currency: Currency
  package let lines: [Line]
  package let records: [Record]
  package let seconds: Int
  package let subtotal: DecimalNumber
  package let tax: Tax?
  package let total: DecimalNumber
  package let terms: String?
  /// The way in which the invoice is printed; nil for an English one of an earlier version.
  package let printing: Printing?
  /// Whether the billed records can be changed; nil if they are locked.
  package var unlocked: Bool? = nil

  /// The choices that an invoice keeps, so that it can be printed again as it was.
  package struct Printing: Codable, Sendable, Equatable {
    /// The language of dates and numbers, such as `de_DE`.
    package let locale: String
    /// The words by the English ones; a missing word is English.
    package let words: [String: String]
    /// The templates of the lines above the invoice and at the bottom of each page.
    package let header: String
    package let footer: String

    package init(
      locale: String,
      words: [String: String],
      header: String = "",
      footer: String = ""
    ) {
      (self.locale, self.words) = (locale, words)
      (self.header, self.footer) = (header, footer)
    }
  }

  /// A line of the invoice.
  package struct Line: Codable, Sendable, Equatable {
    /// The day of a line for a day or a record, such as `2026-11-30`.
    package let day: String?
    package let text: String
    package let seconds: Int
    /// The price of an hour.
    package let rate: DecimalNumber
    package let amount: DecimalNumber
  }

  /// A record that the invoice bills, as it was.
  package struct Record: Codable, Sendable, Equatable {
    package let id: String
    package let startTime: String
    package let endTime: String
    /// The billed time, which may be rounded.
    package let seconds: Int
    package let tagId: String?
    package let tag: String?
    /// The index of the record's line.
    package let line: Int
  }

  package struct Tax: Codable, Sendable, Equatable {
    package let name: String
    package let percent: DecimalNumber
    package let amount: DecimalNumber
  }
}
