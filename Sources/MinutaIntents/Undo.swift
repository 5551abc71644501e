import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Undo: BuiltInIntent {
  static let definition = PackageResources.Undo_json
  static let commitsAlone = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try selection(values)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let selection = try selection(values)
    if run.door == .mcp, selection == .last { throw undoneCallNeeded }
    return try run.undo(selection, values)
  }

  /// The last call may be the user's own, so an assistant says which one it means.
  private static let undoneCallNeeded = IntentError.failed(
    OutcomeError(
      .badInput,
      code: "missingValue",
      message: "Say which call to undo: give 'entry', the 'revision' that it answered, or 'run'.",
      data: ["path": "/entry"]
    )
  )

  private static func selection(_ values: IntentValues) throws(IntentError) -> UndoSelection {
    let chosen = ["entry", "run", "to", "call"].filter(values.isGiven)
    let skip = values.flag("skip") ? ["skip"] : []
    let given = chosen + (chosen == ["call"] ? [] : skip)
    if given.count > 1 {
      throw .invalidValue(ValueProblem(given[1], .conflict(with: given[0])))
    }
    if let entry = values.integer("entry") { return .entry(entry) }
    if let to = values.integer("to") { return .after(to) }
    if values.flag("call") { return .lastCall }
    return values.string("run").map { .run($0) } ?? .last
  }
}

extension IntentValues {
  /// Whether a parameter chooses something: a flag that is off does not.
  fileprivate func isGiven(_ name: String) -> Bool {
    value(name).map { $0 != .bool(false) } ?? false
  }
}

extension IntentRun {
  /// Takes calls back, or does them again, and answers which.
  ///
  /// With `skip` an entry that cannot be taken back is treated as if it were not there.
  mutating func undo(_ selection: UndoSelection, _ values: IntentValues) throws -> Answer {
    var skipped = RangeSet<Int>()
    var conflicts: [UndoConflict] = []
    while true {
      let plan = try tracker.undoPlan(selection, skipping: skipped, within: batchRun)
      if plan.units > 1 { try confirm(values, plan) }
      do throws(TrackingError) {
        let undone = try tracker.undo(plan)
        apply(undone.decisions)
        return undone.answer(self, plan, skipping: skipped, conflicts)
      } catch {
        guard values.flag("skip"), error.isSkippable else { throw error }
        skipped.formUnion(plan.sequences)
        if case .changedSince(let conflict) = error { conflicts.append(conflict) }
      }
    }
  }

  private mutating func confirm(_ values: IntentValues, _ plan: UndoPlan) throws(IntentError) {
    try confirm(
      values,
      "This would \(plan.isRedo ? "redo" : "undo") \(plan.calls) calls",
      data: ["calls": .number(JSONNumber(plan.calls))]
    )
  }
}

extension TrackingError {
  /// Whether an undo can leave the entry alone and go on with the one before it.
  fileprivate var isSkippable: Bool {
    switch self {
    case .changedSince, .tagNameTaken, .historyEntryRefused: true
    default: false
    }
  }
}

extension Undone {
  /// The answer of an intent that took calls back, or did them again.
  fileprivate func answer(
    _ run: IntentRun,
    _ plan: UndoPlan,
    skipping skipped: RangeSet<Int>,
    _ conflicts: [UndoConflict]
  ) -> Answer {
    let verb = plan.isRedo ? run.verb("redo", past: "Redid") : run.verb("undo", past: "Undid")
    let numbers = skipped.ranges.reversed().flatMap { $0.reversed() }
    var value: JSONObject = [
      "entries": .array(entries.map { $0.json(isUndone: true) }),
      "count": .number(JSONNumber(count)),
      "leftAlone": .array(leftAlone.map { .string($0.id) }),
    ]
    if !numbers.isEmpty { value["skipped"] = .array(numbers.map { .number(JSONNumber($0)) }) }
    let left = conflicts.flatMap(\.leftAlone) + leftAlone
    return Answer(
      value,
      dialog: "\(verb) \(description(run, isOneRun: plan.units == 1)).\(left.sentence(run.words))"
    )
  }

  /// `'log': 'Work', 09:00 to 10:00`, or the newest of several calls.
  private func description(_ run: IntentRun, isOneRun: Bool) -> String {
    let shown = calls.map { $0.sentence(run) }
    if callCount == 1, let call = shown.first { return call }
    let rest = callCount > shown.count ? ["\(callCount - shown.count) more"] : []
    let all = isOneRun ? "a run of \(callCount) calls" : "\(callCount) calls"
    return "\(all): \((shown + rest).joined(separator: "; "))"
  }
}
