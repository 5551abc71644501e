import IntentKit
import MinutaCore

struct DeleteRecordIntent: BuiltInIntent {
  static let definition = PackageResources.DeleteRecord_json

  struct Parameters: Codable {
    let record: RecordReference
    let unlock: Bool?
  }

  struct Result: Codable {
    let record: RecordResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let record = try context.tracker.deleteRecord(parameters.record.id)
    return IntentOutput(
      Result(record: context.result(of: record)),
      dialog: "\(context.verb("delete", past: "Deleted")) \(context.formatter.record(record))."
    )
  }
}
