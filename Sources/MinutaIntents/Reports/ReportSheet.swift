import Foundation
import MinutaCore
import MinutaExport

/// A sheet that a report can be instead of charts.
enum ReportSheet: String, Codable, Sendable, CaseIterable {
  case summary
  case timesheet

  /// The usual title of the sheet.
  var title: String { self == .summary ? "Summary" : "Timesheet" }

  func sheet(
    _ data: ReportData,
    _ options: ReportOptions,
    filter: RecordFilter,
    in context: IntentContext
  ) throws -> Sheet {
    switch self {
    case .summary:
      return SummarySheet.sheet(data, before: try before(options, filter, in: context), options)
    case .timesheet:
      let carried = try carriedSeconds(data, options, filter, in: context)
      return Timesheet.sheet(data, options, carried: carried)
    }
  }

  /// Returns the report of the range before; nil if the range has no start or no end.
  private func before(
    _ options: ReportOptions,
    _ filter: RecordFilter,
    in context: IntentContext
  ) throws -> ReportData? {
    guard let range = options.range.previous(by: options.days) else { return nil }
    var options = options
    options.range = range
    return try ReportDataBuilder(context.tracker, options, filter: filter, commentedRecordLimit: 0)
      .data(listsRecords: false)
  }

  /// Returns the balance before the first day; nil if the report has no targets.
  private func carriedSeconds(
    _ data: ReportData,
    _ options: ReportOptions,
    _ filter: RecordFilter,
    in context: IntentContext
  ) throws -> Int? {
    guard data.days.contains(where: { $0.dueSeconds != nil }) else { return nil }
    guard let from = options.range.from else { return 0 }
    let past = TimeRange(from: nil, to: from, timeZone: options.range.timeZone)
    let balances = try context.tracker.balances(
      context.rules.targets,
      in: past,
      of: filter,
      by: options.days
    )
    return balances.first { $0.tag == nil }?.balanceSeconds ?? 0
  }
}

extension TimeRange {
  /// Returns the range before: the week, month or year before if this is one, else as many days.
  ///
  /// Nil if the range has no start or no end.
  fileprivate func previous(by days: LocalCalendar) -> TimeRange? {
    guard let from, let to else { return nil }
    let covered = days.day(at: from.unixSeconds)..<days.day(at: to.unixSeconds - 1) + 1
    let units: [LocalCalendar.Unit] = [.month, .year]
    let unit = units.first { days.days(of: $0, containing: covered.lowerBound) == covered }
    let before =
      unit.map { days.days(of: $0, containing: covered.lowerBound - 1) }
      ?? covered.lowerBound - covered.count..<covered.lowerBound
    return days.range(ofDays: before)
  }
}
