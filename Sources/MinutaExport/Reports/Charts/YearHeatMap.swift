import MinutaCore

/// A square for each day, in columns of weeks: larger and darker the more time the day has.
struct YearHeatMap {
  private let data: ReportData
  private let calendar: LocalCalendar
  private let locale: ReportLocale
  private let words: ReportWords
  private let width: Double
  private let longest: Int
  private let weeks: Int
  private let firstDay: Int

  private static let top = 14.0
  private static let bottom = 16.0

  /// The numbers of days for which a map is drawn: more than a month, up to a year.
  private static let lengths = 32...371

  init?(_ data: ReportData, _ options: ReportOptions, width: Double) {
    guard Self.lengths.contains(data.days.count), let first = data.days.first,
      let last = data.days.last
    else { return nil }
    self.data = data
    self.width = width
    calendar = options.days
    locale = ReportLocale(options.locale)
    words = options.words
    longest = data.days.map(\.totalSeconds).max() ?? 0
    firstDay = calendar.days(of: .week, containing: first.day).lowerBound
    weeks = (last.day - firstDay) / 7 + 1
  }

  /// The distance between squares.
  private var step: Double { min((width - ChartColumns.gutter) / Double(weeks), 16) }

  private var height: Double { Self.top + 7 * step + Self.bottom }

  var drawing: SVGDrawing {
    var content = SVGContent()
    addWeekdays(to: &content)
    addMonths(to: &content)
    for day in data.days { add(day, to: &content) }
    addLegend(to: &content)
    let count = data.days.filter { $0.totalSeconds > 0 }.count
    return SVGDrawing(
      width: width,
      height: height,
      title: words.text("Calendar of days"),
      description: words.text(
        "Time was recorded on {days}, at most {time} on one day.",
        ["{days}": words.days(count), "{time}": DurationFormat.text(seconds: longest)]
      ),
      content: content.text
    )
  }

  private func add(_ day: ReportDay, to content: inout SVGContent) {
    let place = day.day - firstDay
    let x = ChartColumns.gutter + Double(place / 7) * step
    let y = Self.top + Double(place % 7) * step
    add(level(day.totalSeconds), x: x, y: y, tooltip: tooltip(of: day), to: &content)
  }

  private func tooltip(of day: ReportDay) -> String {
    "\(day.date): \(DurationFormat.text(seconds: day.totalSeconds))"
  }

  /// The level of a time: 0 for none, up to 4 for more than three quarters of the longest.
  private func level(_ seconds: Int) -> Int {
    seconds == 0 || longest == 0 ? 0 : min(4, 1 + seconds * 4 / (longest + 1))
  }

  private func add(
    _ level: Int,
    x: Double,
    y: Double,
    tooltip: String,
    to content: inout SVGContent
  ) {
    let full = step - 1.2
    let square = SVGBox(x: x, y: y, width: full, height: full)
    content.add(square, "soft", radius: 1, tooltip: level == 0 ? tooltip : "")
    if level == 0 { return }
    let size = full * [0, 0.5, 0.67, 0.84, 1][level]
    let inset = (full - size) / 2
    let part = SVGBox(x: x + inset, y: y + inset, width: size, height: size)
    content.add(part, "heat\(level)", radius: 1, tooltip: tooltip)
  }

  private func addWeekdays(to content: inout SVGContent) {
    let font = ReportFont(size: 7)
    for row in [0, 2, 4, 6] where step >= 7 || row == 0 {
      let y = Self.top + (Double(row) + 0.5) * step + 2
      let text = font.fitted(locale.weekday(firstDay + row), to: ChartColumns.gutter - 5)
      content.add(text, x: ChartColumns.gutter - 5, y: y, font, "muted", .end)
    }
  }

  private func addMonths(to content: inout SVGContent) {
    let font = ReportFont(size: 7.5)
    var free = 0.0
    for day in data.days where CivilTime(day: day.day).day == 1 || day.day == data.days.first?.day {
      let x = ChartColumns.gutter + Double((day.day - firstDay + 6) / 7) * step
      let text = locale.month(day.day)
      let end = x + font.width(text)
      if x < free || end > width { continue }
      content.add(text, x: x, y: Self.top - 4.5, font, "muted")
      free = end + 4
    }
  }

  private func addLegend(to content: inout SVGContent) {
    let font = ReportFont(size: 7)
    let y = Self.top + 7 * step + 4
    let right = min(width, ChartColumns.gutter + Double(weeks) * step)
    let most = DurationFormat.text(seconds: longest)
    content.add(most, x: right, y: y + step / 2 + 2, font, "muted", .end)
    var x = right - font.width(most) - 4 - 5 * step
    content.add("0h", x: x - 3, y: y + step / 2 + 2, font, "muted", .end)
    for level in 0...4 {
      add(level, x: x, y: y, tooltip: "", to: &content)
      x += step
    }
  }
}
