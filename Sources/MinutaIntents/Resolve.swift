import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Resolve: BuiltInIntent {
  static let definition = PackageResources.Resolve_json
  static let notesClocks = true

  static func changesNothing(_ values: IntentValues) -> Bool { !values.has("choice") }

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try resolution(values)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let all = try run.forgottenTimers()
    let wanted = try values.record("record")
    let timers = all.filter { wanted == nil || $0.timer.record.id == wanted }
    guard var resolution = try resolution(values) else { return list(timers, run) }
    guard let timer = timers.first else {
      return Answer(answer([], [], timers, run), dialog: "There is nothing to decide.")
    }
    if timers.count > 1 {
      throw TrackingError.recordAmbiguous("running", candidates: timers.map(\.timer))
    }
    if case .stop(.some) = resolution {
      let start = timer.timer.record.startTime
      resolution = .stop(try run.moment("at", of: values, on: .endingAfter(start)))
    }
    let kept = values.integer("counting") ?? 0
    let resolved = try run.tracker.resolve(timer, resolution, keeping: kept)
    run.touch(resolved.records)
    run.settle(timer)
    let left = all.filter { $0.timer.record.id != timer.timer.record.id }
    return Answer(
      answer(resolved.records, resolved.deleted, left, run),
      dialog: dialog(of: resolved, timer.timer.name, run)
    )
  }

  private static func dialog(of resolved: ResolvedTimer, _ name: String, _ run: IntentRun) -> String
  {
    if resolved.records.isEmpty {
      return "\(run.verb("delete", past: "Deleted")) \(run.words.records(resolved.deleted))."
    }
    let records = run.words.records(resolved.records)
    return run.isRehearsal
      ? "Would turn \(name) into \(records)." : "\(name) is now \(records)."
  }

  private static func list(_ timers: [ForgottenTimer], _ run: IntentRun) -> Answer {
    let sentences = timers.map { $0.sentence(run.words) }.joined(separator: " ")
    return Answer(
      answer([], [], timers, run),
      dialog: timers.isEmpty
        ? "There is nothing to decide."
        : "\(sentences) Choose keep, keepAndStop, subtract, stopWhenLeft, stopAt, give or cancel."
    )
  }

  private static func answer(
    _ records: [TaggedRecord],
    _ deleted: [TaggedRecord],
    _ open: [ForgottenTimer],
    _ run: IntentRun
  ) -> JSONObject {
    [
      "records": .array(records.map { $0.json(run.times) }),
      "deleted": .array(deleted.map { $0.json(run.times) }),
      "unresolved": .array(open.map { $0.json(in: run) }),
    ]
  }

  /// Nil where nothing is chosen.
  private static func resolution(_ values: IntentValues) throws(IntentError) -> Resolution? {
    let choice = values.string("choice")
    for (name, wanted) in [("at", "stopAt"), ("tag", "give")]
    where values.has(name) != (choice == wanted) {
      throw .invalidValue(
        ValueProblem(name, values.has(name) ? .conflict(with: "choice") : .missing)
      )
    }
    if values.has("counting"), !["subtract", "stopWhenLeft", "give"].contains(choice) {
      throw .invalidValue(ValueProblem("counting", .conflict(with: "choice")))
    }
    switch choice {
    case "keep": return .keep
    case "keepAndStop": return .stop(nil)
    case "subtract": return .subtract
    case "stopWhenLeft": return .stopWhenLeft
    case "stopAt": return .stop(try values.moment("at"))
    case "give": return .give(try values.tag("tag"))
    case "cancel": return .cancel
    default: return nil
    }
  }
}

extension IntentRun {
  /// Notes that a timer is as its user wants it up to now.
  fileprivate mutating func settle(_ timer: ForgottenTimer) {
    let id = timer.timer.record.id
    let before = wakefulness?.awakeTimes().settled[id]
    let decision = TimerDecision(timer: id, before: before, after: now)
    tracker.note(decision)
    apply([decision])
  }

  /// Makes decisions about timers.
  func apply(_ decisions: [TimerDecision]) {
    guard !isRehearsal, !decisions.isEmpty, let wakefulness else { return }
    var times = wakefulness.awakeTimes()
    let made = decisions.filter { times.apply($0) }
    if !made.isEmpty { wakefulness.keep(times) }
  }
}
