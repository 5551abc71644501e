import IntentKit
import JSONText
import MinutaCore

enum RestoreRecord: BuiltInIntent {
  static let definition = PackageResources.RestoreRecord_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let record = try run.tracker.restoreRecord(values.string("record") ?? "")
    let when = run.words.stretch(record.record.startTime, record.record.end(at: run.now))
    return Answer(
      ["record": record.json(now: run.now)],
      dialog: "Restored \(record.name), \(when)."
    )
  }
}
