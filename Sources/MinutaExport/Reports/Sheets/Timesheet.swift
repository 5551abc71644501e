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
    let showsTimes = !options.hidden.contains(.times)
    let columns =
      ["Day"] + (showsTimes ? ["Start", "End", "Breaks"] : []) + ["Time", "Hours"]
      + (hasTargets ? ["Target", "Balance", "Carried over"] : [])
    var sheet = Sheet(data, options, columns: columns)
    sheet.facts.append(Sheet.Fact(words.text("Time zone"), data.timeZone))
    if let carried {
      sheet.facts.append(Sheet.Fact(words.text("Carried over"), AmountFormatter.clock(carried)))
    }
    var (balance, breaks) = (carried ?? 0, 0)
    var total = Amounts()
    let hours = AmountFormatter.printedHours(data.days.map(\.totalSeconds))
    for (day, hours) in zip(data.days, hours) {
      let worked = workDay(day)
      // Nothing is due yet on days to come.
      let due = day.day > options.today ? day.dueSeconds.map { _ in 0 } : day.dueSeconds
      let amounts = Amounts(seconds: day.totalSeconds, hours: hours, due: due)
      total.add(amounts)
      balance += amounts.difference ?? 0
      breaks += worked?.breaks ?? 0
      let name = ReportLocale(options.locale).fullDay(day.day)
      let times = showsTimes ? times(worked, options) : []
      let shown = hasTargets ? balance : nil
      sheet.rows.append([name] + times + amounts.cells(shown, formatter))
    }
    sheet.totals = [
      [words.text("Total")] + (showsTimes ? ["", "", AmountFormatter.clock(breaks)] : [])
        + total.cells(hasTargets ? balance : nil, formatter, showsZeros: true)
    ]
    sheet.signatures = ["Date, employee", "Date, supervisor"].map { words.text($0) }
    return sheet
  }

  /// Returns the cells with the start, the end and the breaks of a day.
  private static func times(_ worked: WorkDay?, _ options: ReportOptions) -> [String] {
    guard let worked else { return ["", "", ""] }
    return [
      options.days.clockText(worked.bounds.lowerBound, showsSeconds: true),
      options.days.clockText(worked.bounds.upperBound, showsSeconds: true),
      AmountFormatter.clock(worked.breaks),
    ]
  }

  /// The time of a day or of all days, and the time due.
  private struct Amounts {
    var seconds = 0
    /// The seconds that are printed as hours, with two decimal places.
    var hours = 0
    /// The seconds due; nil if no target applies.
    var due: Int?
    /// The seconds done minus those due, on the days on which a target applies.
    private(set) var difference: Int?

    init() {}

    init(seconds: Int, hours: Int, due: Int?) {
      (self.seconds, self.hours, self.due) = (seconds, hours, due)
      difference = due.map { seconds - $0 }
    }

    mutating func add(_ day: Amounts) {
      seconds += day.seconds
      hours += day.hours
      if let due = day.due { self.due = (self.due ?? 0) + due }
      if let difference = day.difference { self.difference = (self.difference ?? 0) + difference }
    }

    /// Returns the cells from the time on.
    ///
    /// - Parameter balance: the balance up to the day; nil if there are no targets.
    func cells(
      _ balance: Int?,
      _ formatter: AmountFormatter,
      showsZeros: Bool = false
    ) -> [String] {
      let isEmpty = !showsZeros && seconds == 0 && due ?? 0 == 0
      let time = isEmpty ? ["", ""] : [AmountFormatter.clock(seconds), formatter.hours(hours)]
      guard let balance else { return time }
      let values = isEmpty ? [nil, nil, balance] : [due, difference, balance]
      return time + values.map { $0.map(AmountFormatter.clock) ?? "" }
    }
  }

  private static func workDay(_ day: ReportDay) -> WorkDay? {
    guard let first = day.spans.first else { return nil }
    return day.spans.reduce(into: WorkDay(start: first.start)) { $0.add($1.start..<$1.end) }
  }
}
