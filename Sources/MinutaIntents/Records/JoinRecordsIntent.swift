import Foundation
import IntentKit
import JSONText
import MinutaCore

struct JoinRecordsIntent: BuiltInIntent {
  static let definition = PackageResources.JoinRecords_json
  static let mayCauseOverlaps = true

  struct Parameters: Codable {
    let records: [RecordReference]
    let tag: TagReference?
    let confirm: Bool
  }

  struct Result: Codable {
    let record: RecordResult
    let deleted: [RecordResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let ids = parameters.records.map(\.id)
    for (index, id) in ids.enumerated() where ids[..<index].contains(id) {
      let id = JSONValue.string(id.uuidString)
      throw Failure.invalidValue(ValidationError("records", .repeatedItem(id)))
    }
    guard let first = ids.first else {
      throw Failure.invalidValue(ValidationError("records", .missing))
    }
    let records = try context.tracker.tagged(
      ids.map { id throws(TrackingError) in try context.tracker.existingRecord(id) }
    )
    let joined = try context.tracker.join(
      first,
      with: Array(ids.dropFirst()),
      as: parameters.tag
    )
    context.updateLastRecord([joined.record])
    let untracked = joined.untrackedSeconds
    let gap =
      untracked > 0 ? ", with \(context.formatter.duration(untracked)) that wasn't tracked" : ""
    try context.confirm("join", records, gap.isEmpty ? "" : " into one\(gap)")
    return IntentOutput(
      Result(
        record: context.result(of: joined.record),
        deleted: context.results(of: joined.deleted)
      ),
      dialog: "\(context.verb("join", past: "Joined")) \(ids.count) records into "
        + "\(context.formatter.record(joined.record))\(gap)."
    )
  }
}
