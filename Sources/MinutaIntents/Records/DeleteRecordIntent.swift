import IntentKit
import JSONText
import MinutaCore

enum DeleteRecordIntent: BuiltInIntent {
  static let definition = PackageResources.DeleteRecord_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let id = try arguments.requiredRecord()
    let record = try context.tracker.deleteRecord(id)
    return IntentResult(
      ["record": record.json(context.recordJSONOptions)],
      dialog: "\(context.verb("delete", past: "Deleted")) \(context.formatter.record(record))."
    )
  }
}
