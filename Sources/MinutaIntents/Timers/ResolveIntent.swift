import Foundation
import IntentKit
import JSONText
import MinutaCore

enum ResolveIntent: BuiltInIntent {
  static let definition = PackageResources.Resolve_json
  static let recordsUptime = true

  static func isReadOnly(for arguments: IntentArguments) -> Bool { !arguments.has("choice") }

  static func validate(_ arguments: IntentArguments, now: Date) throws(IntentError) {
    _ = try resolution(arguments)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let all = try context.forgottenTimers()
    let wanted = try arguments.record("record")
    let timers = all.filter { wanted == nil || $0.timer.record.id == wanted }
    guard var resolution = try resolution(arguments) else { return list(timers, context) }
    guard let timer = timers.first else {
      return IntentResult(answer([], [], timers, context), dialog: "There is nothing to decide.")
    }
    if timers.count > 1 {
      throw TrackingError.recordAmbiguous("running", candidates: timers.map(\.timer))
    }
    if case .stop(.some) = resolution {
      let start = timer.timer.record.startTime
      resolution = .stop(try context.moment("at", of: arguments, on: .endingAfter(start)))
    }
    let kept = arguments.integer("counting") ?? 0
    let resolved = try context.tracker.resolve(timer, resolution, keeping: kept)
    context.updateLastRecord(resolved.records)
    context.markAsReviewed(timer)
    let left = all.filter { $0.timer.record.id != timer.timer.record.id }
    return IntentResult(
      answer(resolved.records, resolved.deleted, left, context),
      dialog: dialog(of: resolved, timer.timer.name, context)
    )
  }

  private static func dialog(
    of resolved: TimerResolutionResult,
    _ name: String,
    _ context: IntentContext
  ) -> String {
    if resolved.records.isEmpty {
      return
        "\(context.verb("delete", past: "Deleted")) \(context.formatter.records(resolved.deleted))."
    }
    let records = context.formatter.records(resolved.records)
    return context.isDryRun
      ? "Would turn \(name) into \(records)." : "\(name) is now \(records)."
  }

  private static func list(_ timers: [ForgottenTimer], _ context: IntentContext) -> IntentResult {
    let sentences = timers.map { $0.sentence(context.formatter) }.joined(separator: " ")
    return IntentResult(
      answer([], [], timers, context),
      dialog: timers.isEmpty
        ? "There is nothing to decide."
        : "\(sentences) Choose keep, keepAndStop, subtract, stopWhenLeft, stopAt, give or cancel."
    )
  }

  private static func answer(
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

  /// Nil where nothing is chosen.
  private static func resolution(_ arguments: IntentArguments) throws(IntentError)
    -> TimerResolution?
  {
    let choice = arguments.string("choice")
    for (name, wanted) in [("at", "stopAt"), ("tag", "give")]
    where arguments.has(name) != (choice == wanted) {
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
  /// Notes that a timer is as its user wants it up to now.
  fileprivate mutating func markAsReviewed(_ timer: ForgottenTimer) {
    let id = timer.timer.record.id
    let before = uptimeSource?.uptimeHistory().reviewedUntil[id]
    let decision = IdleTimeDecision(timer: id, before: before, after: now)
    tracker.note(decision)
    apply([decision])
  }

  /// Makes decisions about timers.
  func apply(_ decisions: [IdleTimeDecision]) {
    guard !isDryRun, !decisions.isEmpty, let uptimeSource else { return }
    var times = uptimeSource.uptimeHistory()
    let made = decisions.filter { times.apply($0) }
    if !made.isEmpty { uptimeSource.save(times) }
  }
}
