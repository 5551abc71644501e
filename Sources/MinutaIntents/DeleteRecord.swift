import IntentKit
import JSONText
import MinutaCore

enum DeleteRecord: BuiltInIntent {
  static let definition = PackageResources.DeleteRecord_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let id = try values.requiredRecord()
    let record = try run.tracker.deleteRecord(id)
    return Answer(
      ["record": record.json(run.times)],
      dialog: "\(run.verb("delete", past: "Deleted")) \(run.words.record(record))."
    )
  }
}
