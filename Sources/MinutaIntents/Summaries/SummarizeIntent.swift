import Foundation
import IntentKit
import JSONText
import MinutaCore

enum SummarizeIntent: BuiltInIntent {
  static let definition = PackageResources.Summarize_json

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try arguments.recordFilter()
    _ = try arguments.rounding()
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    if arguments.flag("verify") { try context.tracker.transaction.verify() }
    let range = try arguments.range("range") ?? TimeRange(timeZone: context.timeZone)
    let days = context.days.zoned(range.timeZone)
    let plan = SummaryQuery(
      range: range,
      by: arguments.strings("groupBy").compactMap(SummaryDimension.init),
      days: days,
      rounding: try arguments.rounding(),
      usesRecordZones: arguments.string("timeZone") == "record",
      now: context.now
    )
    let filter = try arguments.recordFilter(in: context)
    let summarized = try context.tracker.summary(plan, of: filter)
    let balances = try context.tracker.balances(
      context.rules.targets,
      in: range,
      of: filter,
      by: days
    )
    return IntentResult(
      value(summarized, plan, balances),
      dialog: dialog(summarized.summary, plan, balances, context.formatter)
    )
  }

  private static func value(
    _ summarized: SummaryWithTags,
    _ plan: SummaryQuery,
    _ balances: [TargetBalance]
  ) -> JSONObject {
    let summary = summarized.summary
    var value: JSONObject = [
      "range": summary.range.json,
      "totalSeconds": .number(JSONNumber(summary.totalSeconds)),
      "wallSeconds": .number(JSONNumber(summary.wallSeconds)),
      "groupBy": .array(plan.dimensions.map { .string($0.rawValue) }),
      "groups": .array(summary.groups.map { $0.json(tags: summarized.tags) }),
    ]
    if plan.usesRecordZones { value["daysOf"] = "record" }
    if plan.rounding.mode != .none {
      value["exactSeconds"] = .number(JSONNumber(summary.exactSeconds))
    }
    if !balances.isEmpty { value["targets"] = .array(balances.map(\.json)) }
    return value
  }

  private static func dialog(
    _ summary: Summary,
    _ plan: SummaryQuery,
    _ balances: [TargetBalance],
    _ formatter: SentenceFormatter
  ) -> String {
    let total = DurationFormat.text(seconds: summary.totalSeconds)
    let wall = DurationFormat.text(seconds: summary.wallSeconds)
    let zone =
      summary.range.timeZone.name
      + (plan.usesRecordZones ? ", days in each record's own time zone" : "")
    let exact =
      plan.rounding.mode == .none
      ? "" : ", rounded from \(DurationFormat.text(seconds: summary.exactSeconds))"
    return "\(formatter.range(summary.range)) (\(zone)): \(total)\(exact)"
      + (total == wall ? "." : ", \(wall) of clock time.") + balances.map(\.sentence).joined()
  }
}

extension IntentArguments {
  /// Returns the filter for records that the arguments `tag` and `untagged` select.
  func recordFilter() throws(Failure) -> RecordFilter {
    switch (try tag("tag"), flag("untagged")) {
    case (let tag?, false): return .tag(tag)
    case (nil, true): return .untagged
    case (nil, false): return .all
    case (_?, true): throw .invalidValue(ValidationError("untagged", .conflict(with: "tag")))
    }
  }

  /// Returns the rounding that the arguments select.
  func rounding() throws(Failure) -> Rounding {
    let mode = string("round").flatMap(Rounding.Mode.init) ?? .none
    let unit = string("roundPer").flatMap(Rounding.Unit.init) ?? .record
    guard let step = integer("roundTo") else { return Rounding(mode, to: 900, per: unit) }
    if step < 1 {
      let expected = "a duration of at least 1s"
      throw .invalidValue(
        ValidationError(
          "roundTo",
          .invalidFormat(expected: expected, found: .number(JSONNumber(step)))
        )
      )
    }
    return Rounding(mode, to: step, per: unit)
  }
}
