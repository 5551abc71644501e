import Foundation
import IntentKit
import JSONText
package import MinutaCore

package struct SummarizeIntent: BuiltInIntent {
  static let definition = PackageResources.Summarize_json

  struct Parameters: Codable {
    let range: TimeRange
    let groupBy: [DimensionArgument]
    let tree: Bool
    /// Whether the command line draws a bar for each group; the result doesn't depend on it.
    let chart: Bool?
    let tag: TagReference?
    let untagged: Bool
    let verify: Bool
    let filter: FilterArgument?
    let round: Rounding.Mode
    let roundTo: DurationArgument
    let roundPer: Rounding.Unit
    let timeZone: SummaryTimeZoneArgument?
  }

  package struct Result: Codable, Sendable {
    package let range: RangeResult
    package let totalSeconds: Int
    package let wallSeconds: Int
    package let groupBy: [SummaryDimension]
    package let groups: [SummaryGroupResult]
    /// Whether the groups of the last dimension form a tree; nil if not.
    package let tree: Bool?
    /// `record` if each record's own time zone decides its day; otherwise nil.
    package let daysOf: String?
    /// The sum without rounding; nil if nothing was rounded.
    package let exactSeconds: Int?
    /// The balances of the targets; nil if there are none.
    package let targets: [TargetResult]?
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try filter()
    _ = try rounding()
    try validateTree()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try validateTree()
    if parameters.verify { try context.tracker.transaction.verify() }
    let days = context.days.zoned(parameters.range.timeZone)
    let query = SummaryQuery(
      range: parameters.range,
      by: parameters.groupBy.map(\.dimension),
      days: days,
      rounding: try rounding(),
      usesRecordZones: parameters.timeZone.map { $0.timeZone == nil } ?? false,
      isTagTree: parameters.tree,
      now: context.now
    )
    let filter = try filter()
    let summarized = try context.tracker.summary(query, of: filter)
    let balances = try context.tracker.balances(
      context.rules.targets,
      in: parameters.range,
      of: filter,
      by: days
    )
    return IntentOutput(
      result(summarized, query, balances),
      dialog: dialog(summarized.summary, query, balances, context.formatter)
    )
  }

  private func filter() throws(Failure) -> RecordFilter {
    try RecordFilter(parameters.tag, untagged: parameters.untagged, parameters.filter)
  }

  private func validateTree() throws(Failure) {
    guard parameters.tree, parameters.groupBy.last?.dimension.isTag != true else { return }
    let expected = "it only if 'tag' is the last group"
    throw .invalidValue(
      ValidationError("tree", .invalidFormat(expected: expected, found: .bool(true)))
    )
  }

  private func rounding() throws(Failure) -> Rounding {
    try Rounding(parameters.round, to: parameters.roundTo, per: parameters.roundPer)
  }

  private func result(
    _ summarized: SummaryWithTags,
    _ query: SummaryQuery,
    _ balances: [TargetBalance]
  ) -> Result {
    let summary = summarized.summary
    return Result(
      range: RangeResult(summary.range),
      totalSeconds: summary.totalSeconds,
      wallSeconds: summary.wallSeconds,
      groupBy: query.dimensions,
      groups: summary.groups.map { SummaryGroupResult($0, tags: summarized.tags) },
      tree: query.isTagTree ? true : nil,
      daysOf: query.usesRecordZones ? SummaryTimeZoneArgument.ownZone : nil,
      exactSeconds: query.rounding.mode == .none ? nil : summary.exactSeconds,
      targets: balances.results
    )
  }

  private func dialog(
    _ summary: Summary,
    _ query: SummaryQuery,
    _ balances: [TargetBalance],
    _ formatter: SentenceFormatter
  ) -> String {
    let zone =
      summary.range.timeZone.name
      + (query.usesRecordZones ? ", days in each record's own time zone" : "")
    let exact =
      query.rounding.mode == .none
      ? "" : ", rounded from \(formatter.duration(summary.exactSeconds))"
    let sum = formatter.sum(summary.totalSeconds, clock: summary.wallSeconds, exact)
    return "\(formatter.range(summary.range)) (\(zone)): \(sum)."
      + balances.sentences(in: summary.range, by: query.days, formatter)
      + (summary.countsRecordsRepeatedly ? Self.overlapNote : "")
  }
}

extension SummarizeIntent {
  fileprivate static let overlapNote =
    " Records with several labels count in each of their groups."
}

extension RecordFilter {
  /// Creates the filter for records that match the arguments `tag`, `untagged` and `filter`
  /// together.
  init(_ tag: TagReference?, untagged: Bool, _ filter: FilterArgument?) throws(Failure) {
    let selection: RecordFilter =
      switch (tag, untagged) {
      case (let tag?, false): .tagged(tag)
      case (nil, true): .untagged
      case (nil, false): .all
      case (_?, true): throw .invalidValue(ValidationError("untagged", .conflict(with: "tag")))
      }
    self = selection.and(filter?.filter ?? .all)
  }
}

extension Rounding {
  /// Creates the rounding that the arguments `round`, `roundTo` and `roundPer` describe.
  init(_ mode: Mode, to step: DurationArgument, per unit: Unit) throws(Failure) {
    if step.seconds < 1 {
      let expected = "a duration of at least 1s"
      throw .invalidValue(
        ValidationError(
          "roundTo",
          .invalidFormat(expected: expected, found: .number(JSONNumber(step.seconds)))
        )
      )
    }
    self.init(mode, to: step.seconds, per: unit)
  }
}
