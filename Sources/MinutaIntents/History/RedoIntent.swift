import IntentKit
import MinutaCore

enum RedoIntent: BuiltInIntent {
  static let definition = PackageResources.Redo_json
  static let requiresOwnTransaction = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    try context.undo(.lastUndone, arguments)
  }
}
