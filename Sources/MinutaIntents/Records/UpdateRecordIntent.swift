import Foundation
import IntentKit
import MinutaCore

struct UpdateRecordIntent: BuiltInIntent {
  static let definition = PackageResources.UpdateRecord_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let record: RecordReference
    let tag: TagReference?
    let untagged: Bool
    let comment: String?
    let labels: [LabelArgument]?
    let start: Moment?
    let end: Moment?
    let planned: Bool
    let confirm: Bool
    let unlock: Bool?
  }

  struct Result: Codable {
    let record: RecordResult
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try edit()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let id = parameters.record.id
    var edit = try edit()
    if edit.start != nil || edit.end != nil {
      let before = try context.tracker.existingRecord(id).startTime
      edit.start = context.date(of: parameters.start, "start", on: .of(before))
      let start = edit.start ?? before
      edit.end = context.date(of: parameters.end, "end", on: .endingAfter(start))
    }
    let updated = try context.tracker.updateRecord(id, edit)
    context.updateLastRecord([updated.record])
    context.reviewedTimer = updated.record.record
    try context.confirmLongRecords(of: [updated.record])
    let record = context.formatter.record(updated.record)
    return IntentOutput(
      Result(record: context.result(of: updated.record)),
      dialog: updated.isUnchanged
        ? "Nothing to change: \(record)."
        : "\(context.verb("update", past: "Updated")) \(record)."
    )
  }

  private func edit() throws(Failure) -> RecordEdit {
    var edit = RecordEdit()
    switch (parameters.tag, parameters.untagged) {
    case (nil, false): break
    case (nil, true): edit.tag = .remove
    case (let tag?, false): edit.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValidationError("untagged", .conflict(with: "tag")))
    }
    let hasComment = parameters.comment != nil
    if hasComment { edit.comment = parameters.comment?.nonBlank.map { .set($0) } ?? .remove }
    edit.addedLabels = parameters.labels.labels
    edit.start = parameters.start?.date
    edit.end = parameters.end?.date
    edit.isPlanned = parameters.planned
    let hasText = hasComment || !edit.addedLabels.isEmpty
    if case .keep = edit.tag, !hasText, edit.start == nil, edit.end == nil {
      throw .updateMissing
    }
    return edit
  }
}
