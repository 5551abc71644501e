import MinutaCore

/// A document with addresses, facts, a table, totals and lines to sign, such as an invoice.
package struct Sheet: Sendable, Equatable {
  package var title: String
  /// A line above everything else, which may have `{page}` and `{pages}`; empty for none.
  package var header = ""
  /// The line at the bottom of each page; empty for the title, or for none in a file without pages.
  ///
  /// It may have `{page}` and `{pages}`, which replace the page number at its right.
  package var footer = ""
  /// The lines of the sender's address.
  package var sender: [String] = []
  /// The lines of the recipient's address.
  package var recipient: [String] = []
  package var facts: [Fact] = []
  package var columns: [RowColumn]
  /// The words of the sheet, with those for the page number.
  package var words = ReportWords.english
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
}

extension Sheet {
  /// Creates the sheet of a report, with its period.
  ///
  /// - Parameter columns: the English titles; all columns but the first have numbers.
  init(_ data: ReportData, _ options: ReportOptions, columns: [String]) {
    let words = options.words
    title = words.text(data.title)
    let template = ReportTemplate([
      "{title}": title,
      "{range}": data.dateRange,
      "{total}": DurationFormat.text(seconds: data.totalSeconds),
      "{zone}": data.timeZone,
      "{date}": ReportLocale(options.locale).fullDay(options.today),
    ])
    header = template.text(options.header)
    footer = template.text(options.translatedFooter)
    self.columns = columns.enumerated().map { index, title in
      RowColumn(words.text(title), index > 0 ? .number : .text)
    }
    self.words = words
    facts = [Fact(words.text("Period"), data.dateRange)]
    if let clockTime = data.clockTime { facts.append(Fact(words.text("Clock time"), clockTime)) }
  }

  /// The table between the facts and the notes.
  var table: RowTable { RowTable(columns: columns, rows: rows, totals: totals) }

  /// The header of a file without pages: one line, or none.
  var headerLines: [String] { header.isEmpty ? [] : [text(header, page: 1, of: 1)] }

  /// The footer of a file without pages: one line, or none.
  var footerLines: [String] { footer.isEmpty ? [] : [text(footer, page: 1, of: 1)] }

  /// Returns the header or the footer of a page.
  func text(_ line: String, page: Int, of pages: Int) -> String {
    ReportTemplate(["{page}": String(page), "{pages}": String(pages)]).text(line)
  }

  /// The sheet without characters that control a terminal or the direction of texts.
  var printable: Sheet {
    var sheet = self
    sheet.title = title.reportText
    (sheet.header, sheet.footer) = (header.reportText, footer.reportText)
    sheet.sender = sender.map(\.reportText)
    sheet.recipient = recipient.map(\.reportText)
    sheet.facts = facts.map { Fact($0.name.reportText, $0.value.reportText) }
    sheet.columns = columns.map { RowColumn($0.title.reportText, $0.kind) }
    sheet.rows = rows.map { $0.map(\.reportText) }
    sheet.totals = totals.map { $0.map(\.reportText) }
    sheet.notes = notes.map(\.reportText)
    return sheet
  }
}
