import Foundation
import IntentKit
import JSONText
import MinutaCore

enum BulkUpdate: BuiltInIntent {
  static let definition = PackageResources.BulkUpdate_json
  static let movesTime = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try change(values)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let change = try change(values)
    let updated = try run.tracker.bulkUpdate(
      try values.range("range") ?? TimeRange(timeZone: run.timeZone),
      of: try values.recordFilter(in: run),
      change
    )
    let count = updated.before.count
    try run.confirm(values, change.deletes ? "delete" : "change", records: count)
    let tagged = try run.tracker.tagged(updated.before)
    let sample = (change.deletes ? tagged : updated.after).prefix(sampleCount)
    return Answer(
      [
        "count": .number(JSONNumber(count)),
        "sample": .array(sample.map { $0.json(run.times) }),
      ],
      dialog: dialog(change, tagged, run)
    )
  }

  /// The most records that an answer shows.
  private static let sampleCount = 10

  private static func dialog(
    _ change: BulkChange,
    _ records: [TaggedRecord],
    _ run: IntentRun
  ) -> String {
    let count = records.count == 1 ? "1 record" : "\(records.count) records"
    if records.isEmpty { return "There was nothing to change." }
    let verb =
      change.deletes
      ? run.verb("delete", past: "Deleted") : run.verb("change", past: "Changed")
    return "\(verb) \(count): \(run.words.records(records))."
  }

  private static func change(_ values: IntentValues) throws(IntentError) -> BulkChange {
    var change = BulkChange()
    switch (try values.tag("retag"), values.flag("removeTag")) {
    case (nil, false): break
    case (nil, true): change.tag = .remove
    case (let tag?, false): change.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValueProblem("removeTag", .conflict(with: "retag")))
    }
    change.shift = values.integer("shift") ?? 0
    change.deletes = values.flag("delete")
    change.isPlanned = values.flag("planned")
    let hasTag = if case .keep = change.tag { false } else { true }
    if change.deletes, hasTag || values.has("shift") {
      let other =
        values.has("shift") ? "shift" : hasTag && values.has("retag") ? "retag" : "removeTag"
      throw .invalidValue(ValueProblem("delete", .conflict(with: other)))
    }
    if !change.deletes, !hasTag, !values.has("shift") {
      let wanted = "'retag', 'removeTag', 'shift' or 'delete'"
      throw .invalidValue(ValueProblem("retag", .missingAmong(wanted)))
    }
    return change
  }
}
