import Foundation
import IntentKit
import MinutaCore

struct ResolveIntent: BuiltInIntent {
  static let definition = PackageResources.Resolve_json
  static let recordsUptime = true
  static let changingParameter: String? = "choice"

  struct Parameters: Codable {
    let choice: Choice?
    let record: RecordReference?
    let counting: DurationArgument?
    let at: Moment?
    let tag: TagReference?
  }

  /// A decision about the time in which a timer kept running while the user was away.
  enum Choice: String, Codable, CaseIterable {
    case keep, keepAndStop, subtract, stopWhenLeft, stopAt, give, cancel
  }

  struct Result: Codable {
    let records: [RecordResult]
    let deleted: [RecordResult]
    let unresolved: [UnresolvedTimer]
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try decision()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let unresolved = try context.unresolvedTime()
    let all = unresolved.timers
    let id = parameters.record?.id
    let timers = all.filter { id == nil || $0.timer.record.id == id }
    guard var decision = try decision() else {
      return list(timers, unresolved.awayNote(context), context)
    }
    guard let timer = timers.first else {
      return IntentOutput(result([], [], timers, context), dialog: "There are no forgotten timers.")
    }
    if timers.count > 1 {
      throw TrackingError.recordAmbiguous("running", candidates: timers.map(\.timer))
    }
    if case .stop(.some) = decision {
      let start = timer.timer.record.startTime
      decision = .stop(context.date(of: parameters.at, "at", on: .endingAfter(start)))
    }
    let countedSeconds = parameters.counting?.seconds ?? 0
    let resolved = try context.tracker.resolve(timer, decision, keeping: countedSeconds)
    context.updateLastRecord(resolved.records)
    context.markAsReviewed(timer)
    let left = all.filter { $0.timer.record.id != timer.timer.record.id }
    return IntentOutput(
      result(resolved.records, resolved.deleted, left, context),
      dialog: dialog(of: resolved, timer.timer.name, context)
    )
  }

  private func dialog(
    of resolved: ForgottenTimerResult,
    _ name: String,
    _ context: IntentContext
  ) -> String {
    if resolved.records.isEmpty {
      let deleted = context.formatter.records(resolved.deleted)
      return "\(context.verb("delete", past: "Deleted")) the forgotten timer \(deleted)."
    }
    let records = context.formatter.records(resolved.records)
    let verb = context.verb("resolve", past: "Resolved")
    let record = context.isDryRun ? "record" : "recorded"
    return "\(verb) the forgotten timer \(name) and \(record) \(records)."
  }

  private func list(
    _ timers: [ForgottenTimer],
    _ note: Notice,
    _ context: IntentContext
  ) -> IntentOutput<Result> {
    let dialog =
      timers.isEmpty
      ? "There are no forgotten timers."
      : "\(timers.sentences(context)) "
        + "Choose keep, keepAndStop, subtract, stopWhenLeft, stopAt, give or cancel."
    return IntentOutput(result([], [], timers, context), dialog: dialog + note)
  }

  private func result(
    _ records: [TaggedRecord],
    _ deleted: [TaggedRecord],
    _ open: [ForgottenTimer],
    _ context: IntentContext
  ) -> Result {
    Result(
      records: context.results(of: records),
      deleted: context.results(of: deleted),
      unresolved: open.results(context) ?? []
    )
  }

  /// Returns the user's choice for a forgotten timer; nil if the call makes none.
  private func decision() throws(Failure) -> ForgottenTimerDecision? {
    let choice = parameters.choice
    let needs: [(name: String, isGiven: Bool, choice: Choice)] = [
      ("at", parameters.at != nil, .stopAt), ("tag", parameters.tag != nil, .give),
    ]
    for (name, isGiven, choiceWithIt) in needs where isGiven != (choice == choiceWithIt) {
      throw .invalidValue(ValidationError(name, isGiven ? .conflict(with: "choice") : .missing))
    }
    if parameters.counting != nil, ![.subtract, .stopWhenLeft, .give].contains(choice) {
      throw .invalidValue(ValidationError("counting", .conflict(with: "choice")))
    }
    switch choice {
    case .keep: return .keep
    case .keepAndStop: return .stop(nil)
    case .subtract: return .subtract
    case .stopWhenLeft: return .stopWhenIdle
    case .stopAt: return .stop(parameters.at?.date)
    case .give: return .reassign(parameters.tag)
    case .cancel: return .cancel
    case nil: return nil
    }
  }
}

extension IntentContext {
  /// Marks the timer as reviewed up to now, so that idle time before now isn't reported again.
  fileprivate mutating func markAsReviewed(_ timer: ForgottenTimer) {
    let id = timer.timer.record.id
    let before = uptimeSource?.uptimeHistory().reviewedUntil[id]
    let decision = IdleTimeDecision(timer: id, before: before, after: now)
    tracker.note(decision)
    apply([decision])
  }

  /// Saves decisions about idle time in the uptime log.
  func apply(_ decisions: [IdleTimeDecision]) {
    guard !isDryRun, !decisions.isEmpty, let uptimeSource else { return }
    var history = uptimeSource.uptimeHistory()
    let applied = decisions.filter { history.apply($0) }
    if !applied.isEmpty { uptimeSource.save(history) }
  }
}
