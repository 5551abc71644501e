import IntentKit
import JSONText
import MinutaCore

enum Redo: BuiltInIntent {
  static let definition = PackageResources.Redo_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    var answer = try run.tracker.undo(.lastUndone).answer(
      run,
      verb: run.verb("take back", past: "Took back")
    )
    answer.dialog += " What it took back \(run.isRehearsal ? "would be" : "is") there again."
    return answer
  }
}
