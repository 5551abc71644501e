/// A document with addresses, facts, a table, totals and lines to sign, such as an invoice.
package struct Sheet: Sendable, Equatable {
  package var title: String
  /// The lines of the sender's address.
  package var sender: [String] = []
  /// The lines of the recipient's address.
  package var recipient: [String] = []
  package var facts: [Fact] = []
  package var columns: [Column]
  /// The cells of the rows; each row has as many as there are columns.
  package var rows: [[String]] = []
  /// The rows below the table, such as its total; the last one is the most important.
  package var totals: [[String]] = []
  /// The paragraphs below the table.
  package var notes: [String] = []
  /// The captions below the lines to sign.
  package var signatures: [String] = []

  /// A named value, such as a date.
  package struct Fact: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A column of the table.
  package struct Column: Sendable, Equatable {
    package let title: String
    /// Whether the cells are aligned at their ends.
    package let isNumber: Bool

    package init(_ title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }
  }
}

extension Sheet {
  /// The sheet without characters that control a terminal or the direction of texts.
  var printable: Sheet {
    var sheet = self
    sheet.title = title.reportText
    sheet.sender = sender.map(\.reportText)
    sheet.recipient = recipient.map(\.reportText)
    sheet.facts = facts.map { Fact($0.name.reportText, $0.value.reportText) }
    sheet.rows = rows.map { $0.map(\.reportText) }
    sheet.totals = totals.map { $0.map(\.reportText) }
    sheet.notes = notes.map(\.reportText)
    return sheet
  }
}
