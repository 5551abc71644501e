import Foundation
import IntentKit
import MinutaCore

struct DeleteRecordIntent: BuiltInIntent {
  static let definition = PackageResources.DeleteRecord_json

  struct Parameters: Codable {
    let record: RecordReference
    let others: [RecordReference]?
    let confirm: Bool
  }

  struct Result: Codable {
    let record: RecordResult
    /// The other deleted records; nil if there are none.
    let others: [RecordResult]?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let record = try context.tracker.deleteRecord(parameters.record.id)
    var all = [record]
    for other in parameters.others ?? [] where !all.contains(where: { $0.record.id == other.id }) {
      all.append(try context.tracker.deleteRecord(other.id))
    }
    try context.confirm("delete", all)
    let others = Array(all.dropFirst())
    let verb = context.verb("delete", past: "Deleted")
    return IntentOutput(
      Result(
        record: context.result(of: record),
        others: others.isEmpty ? nil : context.results(of: others)
      ),
      dialog: others.isEmpty
        ? "\(verb) \(context.formatter.record(record))."
        : "\(verb) \(all.count) records: \(context.formatter.records(all))."
    )
  }
}
