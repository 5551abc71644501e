import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Summarize: BuiltInIntent {
  static let definition = PackageResources.Summarize_json

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try values.recordFilter()
    _ = try values.rounding()
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    if values.flag("verify") { try run.tracker.verify() }
    let range = try values.range("range") ?? TimeRange(timeZone: run.timeZone)
    let days = run.days.zoned(range.timeZone)
    let plan = Aggregation(
      range: range,
      by: values.strings("groupBy").compactMap(SummaryDimension.init),
      days: days,
      rounding: try values.rounding(),
      usesRecordZones: values.string("timeZone") == "record",
      now: run.now
    )
    let filter = try values.recordFilter(in: run)
    let summarized = try run.tracker.summary(plan, of: filter)
    let balances = try run.tracker.balances(run.rules.targets, in: range, of: filter, by: days)
    return Answer(
      value(summarized, plan, balances),
      dialog: dialog(summarized.summary, plan, balances, run.words)
    )
  }

  private static func value(
    _ summarized: TaggedSummary,
    _ plan: Aggregation,
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
    _ plan: Aggregation,
    _ balances: [TargetBalance],
    _ words: TimeWords
  ) -> String {
    let total = DurationText.text(seconds: summary.totalSeconds)
    let wall = DurationText.text(seconds: summary.wallSeconds)
    let zone = summary.range.timeZone.name + (plan.usesRecordZones ? ", days by record" : "")
    let exact =
      plan.rounding.mode == .none
      ? "" : ", rounded from \(DurationText.text(seconds: summary.exactSeconds))"
    return "\(words.range(summary.range)) (\(zone)): \(total)\(exact)"
      + (total == wall ? "." : ", \(wall) by the clock.") + balances.map(\.sentence).joined()
  }
}

extension IntentValues {
  /// The filter that `tag` and `untagged` make.
  func recordFilter() throws(IntentError) -> RecordFilter {
    switch (try tag("tag"), flag("untagged")) {
    case (let tag?, false): return .tag(tag)
    case (nil, true): return .untagged
    case (nil, false): return .all
    case (_?, true): throw .invalidValue(ValueProblem("untagged", .conflict(with: "tag")))
    }
  }

  /// How totals are rounded.
  func rounding() throws(IntentError) -> Rounding {
    let mode = string("round").flatMap(Rounding.Mode.init) ?? .none
    let unit = string("roundPer").flatMap(Rounding.Unit.init) ?? .record
    guard let step = integer("roundTo") else { return Rounding(mode, to: 900, per: unit) }
    if step < 1 {
      let expected = "a duration of a second or more"
      throw .invalidValue(
        ValueProblem("roundTo", .unreadable(expected: expected, found: .number(JSONNumber(step))))
      )
    }
    return Rounding(mode, to: step, per: unit)
  }
}
