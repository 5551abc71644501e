import IntentKit
import JSONText
import MinutaCore

enum RestoreRecord: BuiltInIntent {
  static let definition = PackageResources.RestoreRecord_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let restored = try run.tracker.restoreRecord(values.string("record") ?? "")
    let record = restored.record
    let when = run.words.stretch(record.record.startTime, record.record.end(at: run.now))
    return Answer(
      ["record": record.json(now: run.now)],
      dialog: "Restored \(record.name), \(when).\(sentence(of: restored.lostImages))"
    )
  }

  private static func sentence(of lost: [String]) -> String {
    if lost.isEmpty { return "" }
    let names = lost.map(\.quoted).listed
    return lost.count == 1
      ? " Its image \(names) is not in the trash." : " Its images \(names) are not in the trash."
  }
}
