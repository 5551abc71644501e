import Foundation
import IntentKit
import JSONText
import MinutaCore

enum UndoIntent: BuiltInIntent {
  static let definition = PackageResources.Undo_json
  static let requiresOwnTransaction = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try selection(arguments)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let selection = try selection(arguments)
    if context.source == .mcp, selection == .last { throw Failure.undoTargetMissing }
    return try context.undo(selection, arguments)
  }

  private static func selection(_ arguments: IntentArguments) throws(Failure) -> UndoSelection {
    let chosen = ["entry", "run", "to", "call"].filter(arguments.isSelected)
    let skip = arguments.flag("skip") ? ["skip"] : []
    let exclusive = chosen + (chosen == ["call"] ? [] : skip)
    if exclusive.count > 1 {
      throw .invalidValue(ValidationError(exclusive[1], .conflict(with: exclusive[0])))
    }
    if let entry = arguments.integer("entry") { return .entry(entry) }
    if let to = arguments.integer("to") { return .after(to) }
    if arguments.flag("call") { return .lastCall }
    return arguments.string("run").map { .run($0) } ?? .last
  }
}

extension IntentArguments {
  /// Returns whether the argument is set; a flag set to false doesn't count.
  fileprivate func isSelected(_ name: String) -> Bool {
    value(name).map { $0 != .bool(false) } ?? false
  }
}

extension IntentContext {
  /// Undoes or redoes the selected calls.
  ///
  /// With the argument `skip`, entries that can't be undone are ignored.
  ///
  /// - Returns: The intent's result, which describes these calls.
  mutating func undo(_ selection: UndoSelection, _ arguments: IntentArguments) throws
    -> IntentResult
  {
    var skipped = RangeSet<Int>()
    var conflicts: [UndoConflictReport] = []
    while true {
      let plan = try tracker.undoPlan(selection, skipping: skipped, within: batchRunID)
      if plan.callGroupCount > 1 { try confirm(arguments, plan) }
      do throws(TrackingError) {
        let undone = try tracker.undo(plan)
        apply(undone.decisions)
        return undone.result(self, plan, skipping: skipped, conflicts)
      } catch {
        guard arguments.flag("skip"), error.isSkippable else { throw error }
        skipped.formUnion(plan.sequences)
        if case .changedSince(let conflict) = error { conflicts.append(conflict) }
      }
    }
  }

  private mutating func confirm(_ arguments: IntentArguments, _ plan: UndoPlan) throws(Failure) {
    try confirm(
      arguments,
      "This would \(plan.isRedo ? "redo" : "undo") \(plan.calls) calls",
      data: ["calls": .number(JSONNumber(plan.calls))]
    )
  }
}

extension TrackingError {
  /// Whether the argument `skip` can pass over the entry that caused the error.
  fileprivate var isSkippable: Bool {
    switch self {
    case .changedSince, .tagNameTaken, .historyEntryRefused: true
    default: false
    }
  }
}

extension UndoResult {
  /// Returns the intent's result for an undo or redo.
  fileprivate func result(
    _ context: IntentContext,
    _ plan: UndoPlan,
    skipping skipped: RangeSet<Int>,
    _ conflicts: [UndoConflictReport]
  ) -> IntentResult {
    let verb =
      plan.isRedo ? context.verb("redo", past: "Redid") : context.verb("undo", past: "Undid")
    let numbers = skipped.ranges.reversed().flatMap { $0.reversed() }
    var value: JSONObject = [
      "entries": .array(entries.map { $0.json(isUndone: true) }),
      "count": .number(JSONNumber(count)),
      "conflicts": .array(undoConflicts.map { .string($0.id) }),
    ]
    if !numbers.isEmpty { value["skipped"] = .array(numbers.map { .number(JSONNumber($0)) }) }
    let left = conflicts.flatMap(\.undoConflicts) + undoConflicts
    return IntentResult(
      value,
      dialog:
        "\(verb) \(description(context, isOneRun: plan.callGroupCount == 1)).\(left.sentence(context.formatter))"
    )
  }

  /// Returns the undone calls as text.
  ///
  /// A single call is written as `'log': 'Work', 09:00 to 10:00`. Several are counted, and the
  /// newest are named.
  private func description(_ context: IntentContext, isOneRun: Bool) -> String {
    let shown = calls.map { $0.sentence(context) }
    if callCount == 1, let call = shown.first { return call }
    let rest = callCount > shown.count ? ["\(callCount - shown.count) more"] : []
    let all = isOneRun ? "a run of \(callCount) calls" : "\(callCount) calls"
    return "\(all): \((shown + rest).joined(separator: "; "))"
  }
}
