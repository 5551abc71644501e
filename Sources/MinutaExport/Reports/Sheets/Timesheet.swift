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
    var (balance, breaks) = (carried ?? 0, 0)
    var total = Amounts()
    for day in data.days {
      let worked = workDay(day)
      // Nothing is due yet on days to come.
      let due = day.day > options.today ? day.dueSeconds.map { _ in 0 } : day.dueSeconds
      let amounts = Amounts(seconds: day.totalSeconds, due: due)
      total.add(amounts)
      balance += amounts.difference ?? 0
      breaks += worked?.breaks ?? 0
      sheet.rows.append(row(day, worked, amounts, hasTargets ? balance : nil, formatter, options))
    }
    sheet.totals = [
      [words.text("Total"), "", "", AmountFormatter.clock(breaks)]
        + total.cells(hasTargets ? balance : nil, formatter)
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
    _ amounts: Amounts,
    _ balance: Int?,
    _ formatter: AmountFormatter,
    _ options: ReportOptions
  ) -> [String] {
    let name = ReportLocale(options.locale).fullDay(day.day)
    if amounts.seconds == 0, amounts.due ?? 0 == 0 {
      let empty = Array(repeating: "", count: balance == nil ? 5 : 7)
      return [name] + empty + (balance.map { [AmountFormatter.clock($0)] } ?? [])
    }
    let times = worked.map { worked in
      [
        options.days.clockText(worked.bounds.lowerBound, showsSeconds: true),
        options.days.clockText(worked.bounds.upperBound, showsSeconds: true),
        AmountFormatter.clock(worked.breaks),
      ]
    }
    return [name] + (times ?? ["", "", ""]) + amounts.cells(balance, formatter)
  }

  /// The time of a day or of all days, and the time due.
  private struct Amounts {
    var seconds = 0
    /// The seconds due; nil if no target applies.
    var due: Int?
    /// The seconds done minus those due, on the days on which a target applies.
    private(set) var difference: Int?

    init() {}

    init(seconds: Int, due: Int?) {
      (self.seconds, self.due) = (seconds, due)
      difference = due.map { seconds - $0 }
    }

    mutating func add(_ day: Amounts) {
      seconds += day.seconds
      if let due = day.due { self.due = (self.due ?? 0) + due }
      if let difference = day.difference { self.difference = (self.difference ?? 0) + difference }
    }

    /// Returns the cells from the time on.
    ///
    /// - Parameter balance: the balance up to the day; nil if there are no targets.
    func cells(_ balance: Int?, _ formatter: AmountFormatter) -> [String] {
      let time = [AmountFormatter.clock(seconds), formatter.hours(seconds)]
      guard let balance else { return time }
      return time + [due, difference, balance].map { $0.map(AmountFormatter.clock) ?? "" }
    }
  }

  private static func workDay(_ day: ReportDay) -> WorkDay? {
    guard let first = day.spans.first else { return nil }
    return day.spans.reduce(into: WorkDay(start: first.start)) { $0.add($1.start..<$1.end) }
  }
}
