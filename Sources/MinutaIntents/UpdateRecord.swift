import Foundation
import IntentKit
import JSONText
import MinutaCore

enum UpdateRecord: BuiltInIntent {
  static let definition = PackageResources.UpdateRecord_json
  static let movesTime = true
  static let notesClocks = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try edit(values)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let id = try values.requiredRecord()
    var edit = try edit(values)
    if edit.start != nil || edit.end != nil {
      let before = try run.tracker.knownRecord(id).startTime
      edit.start = try run.moment("start", of: values, on: .of(before))
      edit.end = try run.moment("end", of: values, on: .endingAfter(edit.start ?? before))
    }
    let updated = try run.tracker.updateRecord(id, edit)
    run.touch([updated.record])
    try run.confirmLength(of: [updated.record], values)
    let record = run.words.record(updated.record)
    return Answer(
      ["record": updated.record.json(run.times)],
      dialog: updated.wasSo
        ? "There was nothing to change: \(record)."
        : "\(run.verb("update", past: "Updated")) \(record)."
    )
  }

  private static func edit(_ values: IntentValues) throws(IntentError) -> RecordEdit {
    var edit = RecordEdit()
    switch (try values.tag("tag"), values.flag("untagged")) {
    case (nil, false): break
    case (nil, true): edit.tag = .remove
    case (let tag?, false): edit.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValueProblem("untagged", .conflict(with: "tag")))
    }
    let hasComment = values.string("comment") != nil
    if hasComment { edit.comment = values.comment.map { .set($0) } ?? .remove }
    edit.start = try values.moment("start")
    edit.end = try values.moment("end")
    edit.isPlanned = values.flag("planned")
    if case .keep = edit.tag, !hasComment, edit.start == nil, edit.end == nil {
      throw nothingToChange
    }
    return edit
  }

  private static let nothingToChange = IntentError.failed(
    OutcomeError(
      .badInput,
      code: "missingValue",
      message: "Say what to change: 'tag', 'untagged', 'comment', 'start' or 'end'.",
      data: ["path": ""]
    )
  )
}
