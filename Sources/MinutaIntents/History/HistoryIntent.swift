import IntentKit
import MinutaCore

package struct HistoryIntent: BuiltInIntent {
  static let definition = PackageResources.History_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let limit: Int
    /// Whether each call of a run is an entry; nil for yes.
    let each: Bool?
  }

  package struct Result: Codable, Sendable {
    package let entries: [HistoryListResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let entries = try context.tracker.history(
      limit: parameters.limit,
      byRun: parameters.each == false
    )
    let calls = entries.reduce(0) { $0 + $1.callCount }
    let count = calls == 1 ? "call" : "\(calls) calls"
    let last = entries.count == calls ? count : "\(entries.count.counted("change")) (\(count))"
    return IntentOutput(
      Result(
        entries: entries.map {
          HistoryListResult($0, formatter: context.formatter)
        }
      ),
      dialog: entries.isEmpty ? "No changes on this machine yet." : "The last \(last)."
    )
  }
}
