import IntentKit
import MinutaCore

enum Redo: BuiltInIntent {
  static let definition = PackageResources.Redo_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    try run.undo(.lastUndone, values)
  }
}
