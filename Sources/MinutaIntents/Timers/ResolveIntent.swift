import Foundation
import IntentKit
import JSONText
import MinutaCore

enum ResolveIntent: BuiltInIntent {
  static let definition = PackageResources.Resolve_json
  static let recordsUptime = true

  static func isReadOnly(for arguments: IntentArguments) -> Bool { !arguments.has("choice") }

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try resolution(arguments)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let all = try context.forgottenTimers()
    let id = try arguments.record("record")
    let timers = all.filter { id == nil || $0.timer.record.id == id }
    guard var resolution = try resolution(arguments) else { return list(timers, context) }
    guard let timer = timers.first else {
      return IntentResult(value([], [], timers, context), dialog: "There are no forgotten timers.")
    }
    if timers.count > 1 {
      throw TrackingError.recordAmbiguous("running", candidates: timers.map(\.timer))
    }
    if case .stop(.some) = resolution {
      let start = timer.timer.record.startTime
      resolution = .stop(try context.moment("at", of: arguments, on: .endingAfter(start)))
    }
    let countedSeconds = arguments.integer("counting") ?? 0
    let resolved = try context.tracker.resolve(timer, resolution, keeping: countedSeconds)
    context.updateLastRecord(resolved.records)
    context.markAsReviewed(timer)
    let left = all.filter { $0.timer.record.id != timer.timer.record.id }
    return IntentResult(
      value(resolved.records, resolved.deleted, left, context),
      dialog: dialog(of: resolved, timer.timer.name, context)
    )
  }

  private static func dialog(
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

  private static func list(_ timers: [ForgottenTimer], _ context: IntentContext) -> IntentResult {
    let sentences = timers.map { $0.sentence(context.formatter) }.joined(separator: " ")
    return IntentResult(
      value([], [], timers, context),
      dialog: timers.isEmpty
        ? "There are no forgotten timers."
        : "\(sentences) Choose keep, keepAndStop, subtract, stopWhenLeft, stopAt, give or cancel."
    )
  }

  private static func value(
    _ records: [TaggedRecord],
    _ deleted: [TaggedRecord],
    _ open: [ForgottenTimer],
    _ context: IntentContext
  ) -> JSONObject {
    [
      "records": .array(records.map { $0.json(context.recordJSONOptions) }),
      "deleted": .array(deleted.map { $0.json(context.recordJSONOptions) }),
      "unresolved": .array(open.map { $0.json(in: context) }),
    ]
  }

  /// Returns the user's choice for a forgotten timer; nil if the call makes none.
  private static func resolution(_ arguments: IntentArguments) throws(Failure)
    -> ForgottenTimerDecision?
  {
    let choice = arguments.string("choice")
    for (name, choiceWithIt) in [("at", "stopAt"), ("tag", "give")]
    where arguments.has(name) != (choice == choiceWithIt) {
      throw .invalidValue(
        ValidationError(name, arguments.has(name) ? .conflict(with: "choice") : .missing)
      )
    }
    if arguments.has("counting"), !["subtract", "stopWhenLeft", "give"].contains(choice) {
      throw .invalidValue(ValidationError("counting", .conflict(with: "choice")))
    }
    switch choice {
    case "keep": return .keep
    case "keepAndStop": return .stop(nil)
    case "subtract": return .subtract
    case "stopWhenLeft": return .stopWhenIdle
    case "stopAt": return .stop(try arguments.moment("at"))
    case "give": return .reassign(try arguments.tag("tag"))
    case "cancel": return .cancel
    default: return nil
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
