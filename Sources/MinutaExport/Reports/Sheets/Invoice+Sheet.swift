package import MinutaCore

extension Invoice {
  /// The invoice as a sheet.
  package var sheet: Sheet {
    let locale = printing?.locale ?? "en_GB"
    let formatter = AmountFormatter(locale)
    let places = currency.places
    var sheet = Sheet(
      title: "Invoice \(number)",
      columns: [
        Sheet.Column("Description"), Sheet.Column("Time", isNumber: true),
        Sheet.Column("\(currency.code) per hour", isNumber: true),
        Sheet.Column("Amount in \(currency.code)", isNumber: true),
      ]
    )
    (sheet.sender, sheet.recipient) = (sender, recipient)
    sheet.facts = [
      Sheet.Fact("Date", dateText(date, date, locale)),
      Sheet.Fact("Period", dateText(from, to, locale)),
    ]
    sheet.rows = lines.map { line in
      [
        line.text, AmountFormatter.clock(line.seconds), formatter.text(line.rate, places: places),
        formatter.text(line.amount),
      ]
    }
    if let tax {
      sheet.totals = [
        ["Sub-total", AmountFormatter.clock(seconds), "", formatter.text(subtotal)],
        ["\(tax.name) \(formatter.text(tax.percent))%", "", "", formatter.text(tax.amount)],
        ["Total", "", "", formatter.text(total)],
      ]
    } else {
      sheet.totals = [["Total", AmountFormatter.clock(seconds), "", formatter.text(total)]]
    }
    if let terms, !terms.isEmpty { sheet.notes = [terms] }
    return sheet
  }

  /// Returns days such as `2026-11-01` as people read them, such as `1–30 November 2026`.
  private func dateText(_ first: String, _ last: String, _ locale: String) -> String {
    let days = [first, last].compactMap { TimeRules.days($0)?.lowerBound }
    return days.count == 2 ? ReportLocale(locale).range(days[0], days[1]) : "\(first) – \(last)"
  }
}
