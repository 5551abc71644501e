import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Summarize: BuiltInIntent {
  static let definition = PackageResources.Summarize_json

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try values.recordFilter()
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    if values.flag("verify") { try run.tracker.verify() }
    let summarized = try run.tracker.summary(
      of: try values.range("range") ?? TimeRange(timeZone: run.timeZone),
      by: values.strings("groupBy").compactMap(SummaryDimension.init),
      of: try values.recordFilter()
    )
    let (summary, tags) = (summarized.summary, summarized.tags)
    let total = DurationText.text(seconds: summary.totalSeconds)
    let wall = DurationText.text(seconds: summary.wallSeconds)
    let range = run.words.range(summary.range)
    let zone = summary.range.timeZone.identifier
    return Answer(
      [
        "range": summary.range.json,
        "totalSeconds": .number(JSONNumber(summary.totalSeconds)),
        "wallSeconds": .number(JSONNumber(summary.wallSeconds)),
        "groups": .array(summary.groups.map { $0.json(tags: tags) }),
      ],
      dialog: "\(range) (\(zone)): \(total)"
        + (total == wall ? "." : ", \(wall) by the clock.")
    )
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
}
