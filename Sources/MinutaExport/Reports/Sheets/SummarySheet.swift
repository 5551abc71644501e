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
    let workingDays = workingDays(data, today: options.today)
    let days = max(1, workingDays)
    let comparison = before == nil ? [] : ["Before", "Change"]
    let names = ["Tag", "Time", "Hours", "Share", "Per working day"] + comparison
    let words = options.words
    var sheet = Sheet(data, options, columns: names)
    sheet.facts.append(Sheet.Fact(words.text("Working days"), String(workingDays)))
    if let before { sheet.facts.append(Sheet.Fact(words.text("Before"), before.dateRange)) }
    let seconds = data.tags.map(\.seconds)
    let minutes = data.totalSeconds / days / 60
    let hours = AmountFormatter.printedHours(seconds)
    let permille = Rounding.distribute(1000, over: seconds)
    let minutesPerDay = Rounding.distribute(minutes, over: seconds)
    let earlier = Dictionary((before?.tags ?? []).map { ($0.name, $0.seconds) }) { $0 + $1 }
    var rows = data.tags.enumerated().map { index, tag in
      Row(
        name: tag.name,
        seconds: tag.seconds,
        hours: hours[index],
        permille: permille[index],
        minutesPerDay: minutesPerDay[index],
        earlier: earlier[tag.name] ?? 0
      )
    }
    let known = Set(data.tags.map(\.name))
    for tag in before?.tags ?? [] where !known.contains(tag.name) {
      rows.append(Row(name: tag.name, earlier: tag.seconds))
    }
    sheet.rows = rows.map { row in
      let name = row.name ?? words.text("Untagged")
      return row.cells(name, formatter, comparesRanges: before != nil)
    }
    let total = Row(
      seconds: data.totalSeconds,
      hours: rows.reduce(0) { $0 + $1.hours },
      permille: rows.reduce(0) { $0 + $1.permille },
      minutesPerDay: minutes,
      earlier: before?.totalSeconds ?? 0
    )
    sheet.totals = [total.cells(words.text("Total"), formatter, comparesRanges: before != nil)]
    return sheet
  }

  /// The numbers of a tag, which add up to those of the total as they are printed.
  private struct Row {
    var name: String?
    var seconds = 0
    /// The seconds that are printed as hours, with two decimal places.
    var hours = 0
    var permille = 0
    var minutesPerDay = 0
    /// The seconds in the range before.
    var earlier = 0

    func cells(_ name: String, _ formatter: AmountFormatter, comparesRanges: Bool) -> [String] {
      let cells = [
        name, AmountFormatter.clock(seconds), formatter.hours(hours),
        "\(formatter.text(DecimalNumber(units: permille, places: 1)))%",
        AmountFormatter.clock(minutesPerDay * 60),
      ]
      if !comparesRanges { return cells }
      let change = seconds - earlier
      let sign = change > 0 ? "+" : ""
      return cells + [AmountFormatter.clock(earlier), sign + AmountFormatter.clock(change)]
    }
  }

  /// Returns the number of days up to today with a target, or with time if there are no targets.
  private static func workingDays(_ data: ReportData, today: Int) -> Int {
    let days = data.days.filter { $0.day <= today }
    let hasTargets = days.contains { $0.dueSeconds ?? 0 > 0 }
    return days.count { hasTargets ? $0.dueSeconds ?? 0 > 0 : $0.totalSeconds > 0 }
  }
}
