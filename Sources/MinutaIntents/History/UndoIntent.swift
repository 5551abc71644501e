import Foundation
import IntentKit
import JSONText
import MinutaCore

struct UndoIntent: BuiltInIntent {
  static let definition = PackageResources.Undo_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let entry: Int?
    let run: String?
    let to: Int?
    let call: Bool?
    let skip: Bool?
    let confirm: Bool
  }

  struct Result: Codable {
    let entries: [HistoryEntryResult]
    let count: Int
    /// The ids of the records, tags and files that kept later changes.
    let conflicts: [String]
    /// The numbers of the entries that were skipped; nil if none.
    let skipped: [Int]?
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try selection()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let selection = try selection()
    if context.source == .mcp, selection == .last { throw Failure.undoTargetMissing }
    guard let entry = parameters.entry else {
      return try context.undo(selection, skipsConflicts: parameters.skip == true)
    }
    let newest = try context.tracker.history(limit: 5 * Self.largestCount, byRun: false)
    let before = Self.entry(before: entry, of: newest)
    // A number of an old entry is more often meant as a count.
    if let oldest = newest.prefix(Self.recentCount).last?.entry.sequence, entry < oldest {
      _ = try context.tracker.undoPlan(selection, skipping: RangeSet(), within: context.batchRunID)
      let isCommand = [.commandLine, .file, .key].contains(context.source)
      let sentence =
        "This would undo call \(entry) of the history, which is not one of the last \(Self.recentCount)"
      let notice = (isCommand ? before : nil).map {
        "\(sentence). You can undo the last \(entry) calls instead".suggesting("undo --to \($0)")
      }
      try context.confirm(notice ?? sentence.notice)
    }
    let undone = try context.undo(selection, skipsConflicts: parameters.skip == true)
    guard context.source == .commandLine, let before else { return undone }
    let advice =
      context.isDryRun
      ? " You can undo the last \(entry) calls instead.".notice
      : " To undo the last \(entry) calls instead, run two commands.".suggesting("redo")
    let dialog = (undone.notice + advice).suggesting("undo --to \(before)")
    return IntentOutput(undone.result, dialog: dialog)
  }

  /// Returns the number of the entry before the newest `count` calls that aren't undone; nil if that
  /// many calls can't be meant.
  private static func entry(before count: Int, of newest: [HistoryListItem]) -> Int? {
    let calls = newest.filter { !$0.isUndone && $0.entry.undoes.isEmpty }
    guard 2...largestCount ~= count, calls.count >= count else { return nil }
    return calls[count - 1].entry.sequence - 1
  }

  /// The number of the newest entries that are undone without a confirmation.
  private static let recentCount = 5
  /// The largest number that may be meant as a count of calls.
  private static let largestCount = 100

  private func selection() throws(Failure) -> UndoSelection {
    let given: [(name: String, isGiven: Bool)] = [
      ("entry", parameters.entry != nil), ("run", parameters.run != nil),
      ("to", parameters.to != nil), ("call", parameters.call == true),
    ]
    let chosen = given.filter(\.isGiven).map(\.name)
    let skip = parameters.skip == true ? ["skip"] : []
    let exclusive = chosen + (chosen == ["call"] ? [] : skip)
    if exclusive.count > 1 {
      throw .invalidValue(ValidationError(exclusive[1], .conflict(with: exclusive[0])))
    }
    if let entry = parameters.entry { return .entry(entry) }
    if let to = parameters.to { return .after(to) }
    if parameters.call == true { return .lastCall }
    return parameters.run.map { .run($0) } ?? .last
  }
}

extension IntentContext {
  /// Undoes or redoes the selected calls.
  ///
  /// - Parameter skipsConflicts: whether to pass over entries that can't be undone.
  mutating func undo(_ selection: UndoSelection, skipsConflicts: Bool) throws
    -> IntentOutput<UndoIntent.Result>
  {
    var skipped = RangeSet<Int>()
    var conflicts: [UndoConflictReport] = []
    // An undo restores billed records too, but not for a source that can't unlock them.
    if source != .mcp { tracker.billedRecordAccess = .all }
    while true {
      let plan = try tracker.undoPlan(selection, skipping: skipped, within: batchRunID)
      if plan.undoesSync {
        try confirm("This would undo a sync, and the next sync would undo its changes everywhere")
      } else if plan.callGroupCount > 1 {
        try confirm(plan)
      }
      do throws(TrackingError) {
        let undone = try tracker.undo(plan)
        apply(undone.decisions)
        return undone.output(self, plan, selection, skipping: skipped, conflicts)
      } catch {
        if case .recordBilled(let record, let lock) = error {
          throw Failure.undoLocked(record, lock)
        }
        guard skipsConflicts, error.isSkippable else { throw error }
        skipped.formUnion(plan.sequences)
        if case .changedSince(let conflict) = error { conflicts.append(conflict) }
      }
    }
  }

  private mutating func confirm(_ plan: UndoPlan) throws(Failure) {
    try confirm(
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

extension UndoSelection {
  /// The number of the history entry that is selected by its number; nil for other selections.
  fileprivate var number: Int? {
    if case .entry(let entry) = self { entry } else { nil }
  }
}

extension UndoResult {
  /// Returns the output of an undo or redo.
  fileprivate func output(
    _ context: IntentContext,
    _ plan: UndoPlan,
    _ selection: UndoSelection,
    skipping skipped: RangeSet<Int>,
    _ conflicts: [UndoConflictReport]
  ) -> IntentOutput<UndoIntent.Result> {
    let verb =
      plan.isRedo ? context.verb("redo", past: "Redid") : context.verb("undo", past: "Undid")
    let numbers = skipped.ranges.reversed().flatMap { $0.reversed() }
    let left = conflicts.flatMap(\.undoConflicts) + undoConflicts
    let calls =
      invoiceDescription(isRedo: plan.isRedo)
      ?? description(context, isOneRun: plan.callGroupCount == 1)
    // The number may have been meant as a count, so say which call it selected.
    let number = selection.number.map { "call \($0) of the history, " } ?? ""
    return IntentOutput(
      UndoIntent.Result(
        entries: entries.map { HistoryEntryResult($0, isUndone: true) },
        count: count,
        conflicts: undoConflicts.map(\.id),
        skipped: numbers.isEmpty ? nil : numbers
      ),
      dialog: "\(verb) \(number)\(calls).\(restoredSentence(context))"
        + left.sentence(context.formatter)
    )
  }

  /// Returns a sentence about the restored records, with a space before it; empty if there are none.
  private func restoredSentence(_ context: IntentContext) -> String {
    if isOfInvoice { return "" }
    let records = restored.map {
      context.formatter.nameAndTime($0) + context.formatter.comment($0)
    }
    return records.isEmpty ? "" : " Back to \(records.joined(separator: "; "))."
  }

  /// Whether the only undone or redone call is one that made an invoice.
  private var isOfInvoice: Bool {
    callCount == 1 && calls.first?.origin.kind == .invoice
  }

  /// Returns an invoice that was taken back or restored as text; nil for other calls.
  private func invoiceDescription(isRedo: Bool) -> String? {
    guard isOfInvoice, let call = calls.first, let number = call.invoiceNumber else { return nil }
    let records = call.recordCount.counted("record")
    let verb = call.recordCount == 1 ? "is" : "are"
    return "the invoice \(number.quoted): \(records) \(verb) "
      + (isRedo ? "billed again" : "no longer billed. A sheet that you wrote to a file stays")
  }

  /// The changes of an import as text, such as `of 3 records` or `that added 1 record and updated 2`.
  private var changesOfImport: String {
    if records.changed == 0 { return "of \(callCount.counted("record"))" }
    if records.added == 0 { return "that updated \(records.changed.counted("record"))" }
    return "that added \(records.added.counted("record")) and updated \(records.changed)"
  }

  /// Returns the undone calls as text.
  ///
  /// A single call is written as `'log': 'Work', 09:00 to 10:00`. Several are counted, and the
  /// newest are named. An import is named as a whole.
  private func description(_ context: IntentContext, isOneRun: Bool) -> String {
    let synced = records.added + records.changed
    if callCount > 1, synced > 0, calls.allSatisfy(\.origin.isSync) {
      return "a sync of \(synced.counted("record"))"
    }
    if isOneRun, calls.allSatisfy({ $0.origin.kind == .importedRecord }) {
      let more = callCount - calls.count
      let shown = calls.map { $0.subject(context.formatter) } + (more > 0 ? ["\(more) more"] : [])
      return "an import \(changesOfImport): \(shown.joined(separator: "; "))"
    }
    let shown = calls.map { $0.sentence(context) }
    if callCount == 1, let call = shown.first { return call }
    let rest = callCount > shown.count ? ["\(callCount - shown.count) more"] : []
    let all = isOneRun ? "a run of \(callCount) calls" : "\(callCount) calls"
    return "\(all): \((shown + rest).joined(separator: "; "))"
  }
}
