import MinutaCore

/// Collects the parts of records that lie in each day.
struct ReportSpanCollector {
  /// The spans of each day, sorted by start.
  private(set) var spans: [[ReportSpan]]
  private let firstDay: Int
  private let days: LocalCalendar
  private let range: TimeRange

  init(_ options: ReportOptions, firstDay: Int, _ count: Int) {
    self.firstDay = firstDay
    days = options.days
    range = options.range
    spans = Array(repeating: [], count: count)
  }

  mutating func add(_ row: RecordRow, tag: Int) {
    var start = max(row.start, range.from?.unixSeconds ?? .min)
    let end = min(row.end, range.to?.unixSeconds ?? .max)
    while start < end {
      let day = days.day(at: start)
      let next = min(end, max(days.start(ofDay: day + 1), start + 1))
      guard spans.indices.contains(day - firstDay) else { return }
      let (from, to) = (clock(start, day), clock(next, day))
      // The clock may be set back within the span.
      spans[day - firstDay].append(ReportSpan(tag: tag, start: min(from, to), end: max(from, to)))
      start = next
    }
  }

  /// Returns the time that the clock shows, in seconds after the start of a day.
  private func clock(_ seconds: Int, _ day: Int) -> Int {
    if seconds == days.start(ofDay: day + 1) { return 86_400 }
    let shown = seconds + days.offset(at: seconds) - day * 86_400 - days.dayStart
    return max(0, min(86_400, shown))
  }
}
