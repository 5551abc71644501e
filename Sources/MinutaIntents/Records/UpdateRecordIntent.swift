import Foundation
import IntentKit
import JSONText
import MinutaCore

enum UpdateRecordIntent: BuiltInIntent {
  static let definition = PackageResources.UpdateRecord_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try edit(arguments)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let id = try arguments.requiredRecord()
    var edit = try edit(arguments)
    if edit.start != nil || edit.end != nil {
      let before = try context.tracker.existingRecord(id).startTime
      edit.start = try context.moment("start", of: arguments, on: .of(before))
      edit.end = try context.moment("end", of: arguments, on: .endingAfter(edit.start ?? before))
    }
    let updated = try context.tracker.updateRecord(id, edit)
    context.updateLastRecord([updated.record])
    try context.confirmLongRecords(of: [updated.record], arguments)
    let record = context.formatter.record(updated.record)
    return IntentResult(
      ["record": updated.record.json(context.recordJSONOptions)],
      dialog: updated.isUnchanged
        ? "Nothing to change: \(record)."
        : "\(context.verb("update", past: "Updated")) \(record)."
    )
  }

  private static func edit(_ arguments: IntentArguments) throws(Failure) -> RecordEdit {
    var edit = RecordEdit()
    switch (try arguments.tag("tag"), arguments.flag("untagged")) {
    case (nil, false): break
    case (nil, true): edit.tag = .remove
    case (let tag?, false): edit.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValidationError("untagged", .conflict(with: "tag")))
    }
    let hasComment = arguments.string("comment") != nil
    if hasComment { edit.comment = arguments.comment.map { .set($0) } ?? .remove }
    edit.start = try arguments.moment("start")
    edit.end = try arguments.moment("end")
    edit.isPlanned = arguments.flag("planned")
    if case .keep = edit.tag, !hasComment, edit.start == nil, edit.end == nil {
      throw .updateMissing
    }
    return edit
  }
}
