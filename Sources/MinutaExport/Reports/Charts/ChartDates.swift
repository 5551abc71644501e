import MinutaCore

/// The dates below the columns of days: in full where each fits, else the day of the month above
/// the initial of the weekday.
struct ChartDates {
  private let days: [Int]
  private let columns: ChartColumns
  private let texts: [String]
  private let initials: [String]

  private static let font = ReportFont(size: 7.5)
  private static let small = ReportFont(size: 6.5)

  /// - Parameter days: the days, counted from 1970-01-01.
  init(_ days: [Int], _ columns: ChartColumns, _ locale: ReportLocale) {
    (self.days, self.columns) = (days, columns)
    let full = days.count <= 10 ? days.map(locale.shortDay) : []
    if !full.isEmpty, full.allSatisfy({ Self.font.width($0) <= columns.step - 3 }) {
      (texts, initials) = (full, [])
    } else {
      texts = days.map { "\(CivilTime(day: $0).day)" }
      let week = days.prefix(7).map(locale.weekdayInitial)
      initials = days.indices.map { week[$0 % 7] }
    }
  }

  /// The room that the dates need.
  var height: Double { initials.isEmpty ? 14 : 22 }

  /// Adds the dates, which end at `bottom`.
  func add(bottom: Double, to content: inout SVGContent) {
    let y = bottom - (initials.isEmpty ? 3 : 11)
    for (index, text) in texts.enumerated() {
      content.add(text, x: columns.middle(index), y: y, Self.font, "muted", .middle)
    }
    for (index, text) in initials.enumerated() {
      content.add(text, x: columns.middle(index), y: bottom - 3, Self.small, "muted", .middle)
    }
  }
}
