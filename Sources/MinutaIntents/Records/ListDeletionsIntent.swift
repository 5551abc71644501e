import Foundation
import IntentKit
import JSONText
import MinutaCore

enum ListDeletionsIntent: BuiltInIntent {
  static let definition = PackageResources.ListDeletions_json
  static let requiresOwnTransaction = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let records = try context.tracker.deletedRecords()
    let count = records.count == 1 ? "1 record" : "\(records.count) records"
    return IntentResult(
      [
        "pendingDeletions": .array(records.map { $0.json(context.recordJSONOptions) }),
        "timeZone": .string(context.timeZone.name),
      ],
      dialog: "\(count) can be restored."
    )
  }
}
