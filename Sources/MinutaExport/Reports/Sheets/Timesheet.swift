import MinutaCore

/// A sheet with a row a day, to be signed.
package enum Timesheet {
  /// Returns the sheet of a report.
  ///
  /// - Parameter carried: the balance in seconds before the first day; nil if there are no targets.
  package static func sheet(_ data: ReportData, _ options: ReportOptions, carried: Int?) -> Sheet {
    let formatter = AmountFormatter(options.locale)
    let hasTargets = carried != nil
    let words = options.words
    var sheet = Sheet(data, options, columns: columns(hasTargets))
    sheet.facts.append(Sheet.Fact(words.text("Time zone"), data.timeZone))
    if let carried {
      sheet.facts.append(Sheet.Fact(words.text("Carried over"), AmountFormatter.clock(carried)))
    }
    var (balance, breaks, due) = (carried ?? 0, 0, 0)
    for var day in data.days {
      let worked = workDay(day)
      // Nothing is due yet on days to come.
      if day.day > options.today { day.dueSeconds = 0 }
      balance += day.totalSeconds - (day.dueSeconds ?? 0)
      due += day.dueSeconds ?? 0
      breaks += worked?.breaks ?? 0
      sheet.rows.append(row(day, worked, balance, hasTargets, formatter, options))
    }
    sheet.totals = [
      [words.text("Total"), "", "", AmountFormatter.clock(breaks)]
        + amounts(data.totalSeconds, due, balance, hasTargets, formatter)
    ]
    sheet.signatures = ["Date, employee", "Date, supervisor"].map { words.text($0) }
    return sheet
  }

  /// Returns the English titles of the columns.
  private static func columns(_ hasTargets: Bool) -> [String] {
    ["Day", "Start", "End", "Breaks", "Time", "Hours"]
      + (hasTargets ? ["Target", "Balance", "Carried over"] : [])
  }

  private static func row(
    _ day: ReportDay,
    _ worked: WorkDay?,
    _ balance: Int,
    _ hasTargets: Bool,
    _ formatter: AmountFormatter,
    _ options: ReportOptions
  ) -> [String] {
    let name = ReportLocale(options.locale).fullDay(day.day)
    if day.totalSeconds == 0, day.dueSeconds ?? 0 == 0 {
      let empty = Array(repeating: "", count: hasTargets ? 7 : 5)
      return [name] + empty + (hasTargets ? [AmountFormatter.clock(balance)] : [])
    }
    let times = worked.map { worked in
      [
        options.days.clockText(worked.bounds.lowerBound, showsSeconds: true),
        options.days.clockText(worked.bounds.upperBound, showsSeconds: true),
        AmountFormatter.clock(worked.breaks),
      ]
    }
    return [name] + (times ?? ["", "", ""])
      + amounts(day.totalSeconds, day.dueSeconds ?? 0, balance, hasTargets, formatter)
  }

  /// Returns the cells from the time on.
  private static func amounts(
    _ seconds: Int,
    _ due: Int,
    _ balance: Int,
    _ hasTargets: Bool,
    _ formatter: AmountFormatter
  ) -> [String] {
    let time = [AmountFormatter.clock(seconds), formatter.hours(seconds)]
    if !hasTargets { return time }
    return time + [due, seconds - due, balance].map(AmountFormatter.clock)
  }

  private static func workDay(_ day: ReportDay) -> WorkDay? {
    guard let first = day.spans.first else { return nil }
    return day.spans.reduce(into: WorkDay(start: first.start)) { $0.add($1.start..<$1.end) }
  }
}
