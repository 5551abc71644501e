import IntentKit
import MinutaCore

package struct HistoryIntent: BuiltInIntent {
  static let definition = PackageResources.History_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let limit: Int
  }

  package struct Result: Codable, Sendable {
    package let entries: [HistoryListResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let entries = try context.tracker.history(limit: parameters.limit)
    let count = entries.count == 1 ? "call" : "\(entries.count) calls"
    return IntentOutput(
      Result(
        entries: entries.map {
          HistoryListResult($0, formatter: context.formatter)
        }
      ),
      dialog: entries.isEmpty ? "No changes on this machine yet." : "The last \(count)."
    )
  }
}
