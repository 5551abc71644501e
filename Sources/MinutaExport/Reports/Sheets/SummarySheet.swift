import MinutaCore

/// A sheet with the share of each tag, the average per working day, and the range before.
package enum SummarySheet {
  /// Returns the sheet of a report.
  ///
  /// - Parameter before: the report of the range before; nil if the range has no start or no end.
  package static func sheet(
    _ data: ReportData,
    before: ReportData?,
    _ options: ReportOptions
  ) -> Sheet {
    let formatter = AmountFormatter(options.locale)
    let days = max(1, workingDays(data))
    let comparison = before == nil ? [] : ["Before", "Change"]
    let names = ["Tag", "Time", "Hours", "Share", "Per working day"] + comparison
    let words = options.words
    var sheet = Sheet(data, options, columns: names)
    sheet.facts.append(Sheet.Fact(words.text("Working days"), String(workingDays(data))))
    if let before { sheet.facts.append(Sheet.Fact(words.text("Before"), before.dateRange)) }
    func row(_ name: String?, _ seconds: Int, _ earlier: Int) -> [String] {
      let total = max(1, data.totalSeconds)
      let share = DecimalNumber.rounded(Int128(seconds) * 100, over: Int128(total), places: 1)
      let cells = [
        name ?? words.text("Untagged"), AmountFormatter.clock(seconds), formatter.hours(seconds),
        "\(formatter.text(share))%", AmountFormatter.clock(seconds / days / 60 * 60),
      ]
      let change = seconds - earlier
      let sign = change > 0 ? "+" : ""
      return before == nil
        ? cells
        : cells + [AmountFormatter.clock(earlier), sign + AmountFormatter.clock(change)]
    }
    let earlier = Dictionary((before?.tags ?? []).map { ($0.name, $0.seconds) }) { $0 + $1 }
    sheet.rows = data.tags.map { tag in
      row(tag.name, tag.seconds, earlier[tag.name] ?? 0)
    }
    let known = Set(data.tags.map(\.name))
    for tag in before?.tags ?? [] where !known.contains(tag.name) {
      sheet.rows.append(row(tag.name, 0, tag.seconds))
    }
    sheet.totals = [row(words.text("Total"), data.totalSeconds, before?.totalSeconds ?? 0)]
    return sheet
  }

  /// Returns the number of days with a target, or of days with time if there are no targets.
  private static func workingDays(_ data: ReportData) -> Int {
    let hasTargets = data.days.contains { $0.dueSeconds ?? 0 > 0 }
    return data.days.count { hasTargets ? $0.dueSeconds ?? 0 > 0 : $0.totalSeconds > 0 }
  }
}
