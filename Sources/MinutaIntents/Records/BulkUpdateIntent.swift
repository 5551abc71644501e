import Foundation
import IntentKit
import JSONText
import MinutaCore

struct BulkUpdateIntent: BuiltInIntent {
  static let definition = PackageResources.BulkUpdate_json
  static let mayCauseOverlaps = true

  struct Parameters: Codable {
    let filter: FilterArgument?
    let range: TimeRange?
    let tag: TagReference?
    let untagged: Bool
    let comment: String?
    let addLabel: [LabelArgument]?
    let removeLabel: [LabelArgument]?
    let shift: ShiftArgument?
    let delete: Bool
    let planned: Bool
    let confirm: Bool
  }

  struct Result: Codable {
    let count: Int
    let sample: [RecordResult]
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try change()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let change = try change()
    let updated = try context.tracker.bulkUpdate(
      parameters.range ?? TimeRange(timeZone: context.timeZone),
      of: parameters.filter?.filter ?? .all,
      change
    )
    let tagged = try context.tracker.tagged(updated.before)
    let details = details(change, updated.after.first?.tag, context)
    try context.confirm(change.deletes ? "delete" : "change", tagged, details)
    let sample = (change.deletes ? tagged : updated.after).prefix(Self.sampleCount)
    return IntentOutput(
      Result(count: tagged.count, sample: context.results(of: Array(sample))),
      dialog: dialog(change, tagged, details, context)
    )
  }

  /// The maximum number of changed records that the result lists.
  private static let sampleCount = 10

  private func dialog(
    _ change: BulkRecordChange,
    _ records: [TaggedRecord],
    _ details: String,
    _ context: IntentContext
  ) -> String {
    let count = records.count.counted("record")
    if records.isEmpty { return "No records to change." }
    let verb =
      change.deletes
      ? context.verb("delete", past: "Deleted") : context.verb("change", past: "Changed")
    return "\(verb) \(count)\(details): \(context.formatter.records(records))."
  }

  /// Returns the changes as text, such as ` (tag 'Work', #ticket added)`; empty for a deletion.
  ///
  /// - Parameter tag: the tag of the records after the change.
  private func details(
    _ change: BulkRecordChange,
    _ tag: Tag?,
    _ context: IntentContext
  ) -> String {
    if change.deletes { return "" }
    var details: [String] = []
    if parameters.tag != nil { details.append("tag \(tag?.name.quoted ?? "")") }
    if parameters.untagged { details.append("tag removed") }
    if let comment = parameters.comment {
      details.append(comment.nonBlank == nil ? "comment removed" : "comment set")
    }
    details += change.removedLabels.map { "\($0.text) removed" }
    details += change.addedLabels.map { "\($0.text) added" }
    if parameters.shift != nil {
      let length = context.formatter.duration(abs(change.shift))
      details.append("\(length) \(change.shift < 0 ? "earlier" : "later")")
    }
    return " (\(details.joined(separator: ", ")))"
  }

  private func change() throws(Failure) -> BulkRecordChange {
    if parameters.filter == nil, parameters.range == nil {
      throw .invalidValue(ValidationError("filter", .missingOneOf(["filter", "range"])))
    }
    var change = BulkRecordChange()
    switch (parameters.tag, parameters.untagged) {
    case (nil, false): break
    case (nil, true): change.tag = .remove
    case (let tag?, false): change.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValidationError("untagged", .conflict(with: "tag")))
    }
    if let comment = parameters.comment {
      change.comment = comment.nonBlank.map { .set($0) } ?? .remove
    }
    change.shift = parameters.shift?.seconds ?? 0
    change.addedLabels = parameters.addLabel.labels
    change.removedLabels = parameters.removeLabel.labels
    change.deletes = parameters.delete
    change.isPlanned = parameters.planned
    let edits = [
      ("shift", parameters.shift != nil), ("tag", parameters.tag != nil),
      ("untagged", parameters.untagged), ("comment", parameters.comment != nil),
      ("addLabel", !change.addedLabels.isEmpty),
      ("removeLabel", !change.removedLabels.isEmpty),
    ].filter(\.1).map(\.0)
    if change.deletes, let other = edits.first {
      throw .invalidValue(ValidationError("delete", .conflict(with: other)))
    }
    if !change.deletes, edits.isEmpty {
      let names = ["tag", "untagged", "comment", "addLabel", "removeLabel", "shift", "delete"]
      throw .invalidValue(ValidationError(JSONPointer([]), .missingOneOf(names)))
    }
    return change
  }
}
