import Foundation
import IntentKit
import MinutaCore
package import MinutaExport

package struct ListDaysIntent: BuiltInIntent {
  static let definition = PackageResources.ListDays_json

  struct Parameters: Codable {
    let range: TimeRange?
    let view: View
    let tag: TagReference?
    let untagged: Bool
    let filter: FilterArgument?
  }

  package struct Result: Codable, Sendable {
    package let range: RangeResult
    package let view: View
    package let totalSeconds: Int
    package let wallSeconds: Int
    /// The tags with their totals, the longest first.
    package let tags: [ReportTag]
    /// The days in order, also those without records.
    package let days: [DayResult]
  }

  /// The picture that the command line draws.
  package enum View: String, Codable, Sendable {
    /// The hours of each day.
    case day
    /// A bar for each day.
    case week
    /// A calendar with a square for each day.
    case month

    /// The unit of time that is shown if the call has no range.
    fileprivate var unit: LocalCalendar.Unit {
      switch self {
      case .day: .day
      case .week: .week
      case .month: .month
      }
    }
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try filter()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let range = parameters.range ?? presentRange(in: context)
    let days = context.days.zoned(range.timeZone)
    var options = ReportOptions(range: range, days: days)
    options.hidden = [.comments, .images, .records]
    let filter = try filter()
    let builder = ReportDataBuilder(
      context.tracker,
      options,
      filter: filter,
      targets: context.rules.targets
    )
    let data = try builder.days()
    var gaps: [Int: Int] = [:]
    if case .all = filter {
      for gap in try context.tracker.gaps(in: range, by: days) {
        gaps[gap.day, default: 0] += gap.seconds
      }
    }
    let ofTags = try context.tracker.balances(
      context.rules.targets,
      in: range,
      of: filter,
      by: days
    ).filter { $0.tag != nil }
    let formatter = context.formatter
    return IntentOutput(
      Result(
        range: RangeResult(range),
        view: parameters.view,
        totalSeconds: data.totalSeconds,
        wallSeconds: data.wallSeconds,
        tags: data.tags,
        days: data.days.map { DayResult($0, gapSeconds: gaps[$0.day]) }
      ),
      dialog: "\(formatter.range(range)): \(data.progress(formatter))."
        + ofTags.sentences(in: range, by: days, formatter)
    )
  }

  private func filter() throws(Failure) -> RecordFilter {
    try RecordFilter(parameters.tag, untagged: parameters.untagged, parameters.filter)
  }

  /// Returns the day, week or month of the call.
  private func presentRange(in context: IntentContext) -> TimeRange {
    let today = context.days.day(at: context.now.unixSeconds)
    return context.days.range(
      ofDays: context.days.days(of: parameters.view.unit, containing: today)
    )
  }
}

/// A day in a result.
package struct DayResult: Codable, Sendable {
  /// The date as `2026-11-20`.
  package let date: String
  package let totalSeconds: Int
  /// The seconds due on the day; nil if no target applies.
  package let dueSeconds: Int?
  /// The seconds without a record between the day's first and last record; nil if there are none.
  package let gapSeconds: Int?
  /// The time of each tag, the longest first.
  package let segments: [ReportSegment]
  /// The parts of records that lie in the day; empty in a range of more than a month.
  package let spans: [ReportSpan]

  init(_ day: ReportDay, gapSeconds: Int?) {
    date = day.date
    totalSeconds = day.totalSeconds
    dueSeconds = day.dueSeconds
    self.gapSeconds = gapSeconds
    segments = day.segments
    spans = day.spans
  }
}

extension ReportData {
  /// Returns the total time, with the time due if there is a target: `7h 30m of 8h 00m`.
  fileprivate func progress(_ formatter: SentenceFormatter) -> String {
    let due = days.reduce(0) { $0 + ($1.dueSeconds ?? 0) }
    let target = due == 0 ? "" : " of \(formatter.duration(due))"
    return formatter.sum(totalSeconds, clock: wallSeconds, target)
  }
}
