import IntentKit
import MinutaCore

struct RedoIntent: BuiltInIntent {
  static let definition = PackageResources.Redo_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let skip: Bool
    let confirm: Bool
  }

  typealias Result = UndoIntent.Result

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try context.undo(.lastUndone, skipsConflicts: parameters.skip)
  }
}
