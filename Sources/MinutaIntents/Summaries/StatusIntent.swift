import IntentKit
import MinutaCore

struct StatusIntent: BuiltInIntent {
  static let definition = PackageResources.Status_json

  struct Parameters: Codable {}

  struct Result: Codable {
    let running: [RecordResult]
    let todaySeconds: Int
    let timeZone: String
    /// The balances of the targets; nil if there are none.
    let targets: [TargetResult]?
    /// Timers that kept running while the user was away; nil if none.
    let unresolved: [UnresolvedTimer]?
    /// The moment at which the user left while a timer is running; nil if the user isn't away.
    let awaySince: String?
    /// The number of hooks whose last run after an event failed; nil if there are none.
    let failedHooks: Int?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let status = try context.tracker.status(on: context.today)
    let targets = try context.currentTargets()
    let unresolved = context.isDryRun ? UnresolvedTime() : try context.unresolvedTime()
    let dialog = context.statusSentence(status.running, todaySeconds: status.todaySeconds)
    return IntentOutput(
      Result(
        running: context.results(of: status.running),
        todaySeconds: status.todaySeconds,
        timeZone: context.timeZone.name,
        targets: targets.results,
        unresolved: unresolved.timers.results(context),
        awaySince: unresolved.awaySince.map(Timestamp.text),
        failedHooks: [context.failedHooks()].first { $0 > 0 }
      ),
      dialog: dialog + targets.currentSentences(context.formatter) + unresolved.note(context)
    )
  }
}

extension IntentContext {
  /// Returns the balances of the user's targets in their current periods.
  func currentTargets() throws(TrackingError) -> [TargetBalance] {
    try tracker.currentTargetBalances(rules.targets, by: days)
  }

  /// Returns two sentences: the running timers, and today's total.
  func statusSentence(_ running: [TaggedRecord], todaySeconds: Int) -> String {
    "\(sentence(running)) Today \(formatter.duration(todaySeconds))."
  }

  private func sentence(_ running: [TaggedRecord]) -> String {
    if running.isEmpty { return "No timer is running." }
    let parts = running.map { timer in
      timer.name + " for \(formatter.duration(timer.record.seconds(at: now)))"
        + ", since \(formatter.moment(timer.record.startTime))\(formatter.comment(timer))"
    }
    return "Running: \(parts.joined(separator: "; "))."
  }
}
