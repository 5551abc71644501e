import Foundation
import IntentKit
import MinutaCore

struct StateIntent: BuiltInIntent {
  static let definition = PackageResources.State_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {}

  struct Result: Codable {
    let running: [RecordResult]
    let todayRecords: [RecordResult]
    let todaySeconds: Int
    let tags: [TagResult]
    let pendingDeletions: [RecordResult]
    let timeZone: String
    /// The balances of the targets; nil if there are none.
    let targets: [TargetResult]?
    /// Timers that kept running while the user was away; nil if none.
    let unresolved: [UnresolvedTimer]?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let state = try context.tracker.appState(on: context.today)
    let targets = try context.currentTargets()
    let forgotten = context.isDryRun ? [] : try context.forgottenTimers()
    let dialog = context.statusSentence(state.runningTimers, todaySeconds: state.todaySeconds)
    return IntentOutput(
      Result(
        running: context.results(of: state.runningTimers),
        todayRecords: context.results(of: state.todaysRecords),
        todaySeconds: state.todaySeconds,
        tags: state.tags.map(TagResult.init),
        pendingDeletions: context.results(of: state.pendingDeletions),
        timeZone: context.timeZone.name,
        targets: targets.results,
        unresolved: forgotten.results(context)
      ),
      dialog: dialog + targets.currentSentences(context.formatter) + forgotten.note(context)
    )
  }
}
