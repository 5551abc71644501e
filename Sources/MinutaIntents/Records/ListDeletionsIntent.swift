import Foundation
import IntentKit
import MinutaCore

package struct ListDeletionsIntent: BuiltInIntent {
  static let definition = PackageResources.ListDeletions_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {}

  package struct Result: Codable, Sendable {
    package let pendingDeletions: [RecordResult]
    package let timeZone: String
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let records = try context.tracker.deletedRecords()
    let count = records.count.counted("record")
    return IntentOutput(
      Result(
        pendingDeletions: context.results(of: records),
        timeZone: context.timeZone.name
      ),
      dialog: "\(count) can be restored."
    )
  }
}
