import Foundation
import IntentKit
import JSONText
import MinutaCore

enum BulkUpdateIntent: BuiltInIntent {
  static let definition = PackageResources.BulkUpdate_json
  static let mayCauseOverlaps = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try change(arguments)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let change = try change(arguments)
    let updated = try context.tracker.bulkUpdate(
      try arguments.range("range") ?? TimeRange(timeZone: context.timeZone),
      of: try arguments.recordFilter(in: context),
      change
    )
    let count = updated.before.count
    try context.confirm(arguments, change.deletes ? "delete" : "change", records: count)
    let tagged = try context.tracker.tagged(updated.before)
    let sample = (change.deletes ? tagged : updated.after).prefix(sampleCount)
    return IntentResult(
      [
        "count": .number(JSONNumber(count)),
        "sample": .array(sample.map { $0.json(context.recordJSONOptions) }),
      ],
      dialog: dialog(change, tagged, context)
    )
  }

  /// The maximum number of changed records that the result lists.
  private static let sampleCount = 10

  private static func dialog(
    _ change: BulkRecordChange,
    _ records: [TaggedRecord],
    _ context: IntentContext
  ) -> String {
    let count = records.count == 1 ? "1 record" : "\(records.count) records"
    if records.isEmpty { return "No records to change." }
    let verb =
      change.deletes
      ? context.verb("delete", past: "Deleted") : context.verb("change", past: "Changed")
    return "\(verb) \(count): \(context.formatter.records(records))."
  }

  private static func change(_ arguments: IntentArguments) throws(Failure) -> BulkRecordChange {
    var change = BulkRecordChange()
    switch (try arguments.tag("retag"), arguments.flag("removeTag")) {
    case (nil, false): break
    case (nil, true): change.tag = .remove
    case (let tag?, false): change.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValidationError("removeTag", .conflict(with: "retag")))
    }
    change.shift = arguments.integer("shift") ?? 0
    change.deletes = arguments.flag("delete")
    change.isPlanned = arguments.flag("planned")
    let hasTag = if case .keep = change.tag { false } else { true }
    if change.deletes, hasTag || arguments.has("shift") {
      let other =
        arguments.has("shift") ? "shift" : hasTag && arguments.has("retag") ? "retag" : "removeTag"
      throw .invalidValue(ValidationError("delete", .conflict(with: other)))
    }
    if !change.deletes, !hasTag, !arguments.has("shift") {
      let expected = "'retag', 'removeTag', 'shift' or 'delete'"
      throw .invalidValue(ValidationError("retag", .missingOneOf(expected)))
    }
    return change
  }
}
