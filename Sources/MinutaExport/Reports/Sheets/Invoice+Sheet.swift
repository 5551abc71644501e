package import MinutaCore

extension Invoice {
  /// The invoice as a sheet.
  package var sheet: Sheet {
    let locale = printing?.locale ?? "en_GB"
    let words = ReportWords(locale: locale, table: printing?.words ?? [:])
    let formatter = AmountFormatter(locale)
    let places = currency.places
    let code: KeyValuePairs = ["{currency}": currency.code]
    var sheet = Sheet(
      title: words.text("Invoice {number}", ["{number}": number]),
      columns: [
        RowColumn(words.text("Description")),
        RowColumn(words.text("Time"), .duration),
        RowColumn(words.text("{currency} per hour", code), .money),
        RowColumn(words.text("Amount in {currency}", code), .money),
      ],
      words: words
    )
    (sheet.sender, sheet.recipient) = (sender, recipient)
    sheet.facts = [
      Sheet.Fact(words.text("Date"), dateText(date, date, locale)),
      Sheet.Fact(words.text("Period"), dateText(from, to, locale)),
    ]
    sheet.rows = lines.map { line in
      [
        description(of: line, locale), AmountFormatter.clock(line.seconds),
        formatter.text(line.rate, places: places), formatter.text(line.amount),
      ]
    }
    let time = AmountFormatter.clock(seconds)
    if let tax {
      sheet.totals = [
        [words.text("Sub-total"), time, "", formatter.text(subtotal)],
        ["\(tax.name) \(formatter.text(tax.percent))%", "", "", formatter.text(tax.amount)],
        [words.text("Total"), "", "", formatter.text(total)],
      ]
    } else {
      sheet.totals = [[words.text("Total"), time, "", formatter.text(total)]]
    }
    if let terms, !terms.isEmpty { sheet.notes = [terms] }
    let template = template(sheet.title, formatter.text(total), locale)
    sheet.header = template.text(printing?.header ?? "")
    sheet.footer = template.text(printing?.footer ?? "")
    return sheet
  }

  /// The English words of an invoice.
  package static let words = [
    "Invoice {number}", "Date", "Period", "Description", "Time", "{currency} per hour",
    "Amount in {currency}", "Sub-total", "Total", "Page {page} of {pages}",
  ]

  /// Returns the template for the header and the footer.
  private func template(_ title: String, _ total: String, _ locale: String) -> ReportTemplate {
    ReportTemplate([
      "{title}": title,
      "{number}": number,
      "{client}": client,
      "{range}": dateText(from, to, locale),
      "{total}": "\(total) \(currency.code)",
      "{date}": dateText(date, date, locale),
    ])
  }

  private func description(of line: Line, _ locale: String) -> String {
    let day = line.day.map { dateText($0, $0, locale) }
    return [day, line.text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Returns days such as `2026-11-01` as people read them, such as `1–30 November 2026`.
  private func dateText(_ first: String, _ last: String, _ locale: String) -> String {
    let days = [first, last].compactMap { TimeRules.days($0)?.lowerBound }
    return days.count == 2 ? ReportLocale(locale).range(days[0], days[1]) : "\(first) – \(last)"
  }
}

extension Invoice.Printing {
  /// Creates the choices for a new invoice.
  ///
  /// - Parameter rules: the user's words, and the templates of the header and the footer.
  package init(locale: String, _ rules: TimeRules) {
    let words = ReportWords(locale: locale, own: rules.words).limited(to: Invoice.words)
    self.init(
      locale: locale,
      words: words.table,
      header: rules.billing.header,
      footer: rules.billing.footer
    )
  }
}
