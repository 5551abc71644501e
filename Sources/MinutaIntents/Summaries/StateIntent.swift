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
    /// The moment at which the user left while a timer is running; nil if the user isn't away.
    let awaySince: String?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let state = try context.tracker.appState(on: context.today)
    let targets = try context.currentTargets()
    let unresolved = context.isDryRun ? UnresolvedTime() : try context.unresolvedTime()
    let dialog = context.statusSentence(state.runningTimers, todaySeconds: state.todaySeconds)
    return IntentOutput(
      Result(
        running: context.results(of: state.runningTimers),
        todayRecords: try context.numbered(state.todaysRecords, context.resultOptions),
        todaySeconds: state.todaySeconds,
        tags: state.tags.map(TagResult.init),
        pendingDeletions: context.results(of: state.pendingDeletions),
        timeZone: context.timeZone.name,
        targets: targets.results,
        unresolved: unresolved.timers.results(context),
        awaySince: unresolved.awaySince.map(Timestamp.text)
      ),
      dialog: dialog + targets.currentSentences(context.formatter) + unresolved.note(context)
    )
  }
}
