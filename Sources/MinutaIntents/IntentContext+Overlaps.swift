import IntentKit
import JSONText
import MinutaCore

extension IntentContext {
  /// Applies the user's overlap policy to the records that overlap with the call's changes.
  ///
  /// - Parameters:
  ///   - areNamed: whether the sentence names the records even if the policy allows overlaps.
  ///   - finishedAreNamed: whether it does so only for finished records. A start with a time names
  ///     the running ones anyway.
  /// - Returns: The result with these records added.
  mutating func resolveOverlaps(
    _ result: IntentResult,
    areNamed: Bool,
    finishedAreNamed: Bool
  ) throws -> IntentResult {
    let isAllowed = rules.overlap == .allow
    let isNamed = isAllowed && (areNamed || finishedAreNamed)
    let resolution = try tracker.resolveOverlaps(isNamed ? .warn : rules.overlap)
    let found = resolution.records.filter { !isAllowed || areNamed || !$0.record.isRunning }
    if found.isEmpty { return result }
    var value = result.value
    if !isAllowed {
      value["overlaps"] = .array(found.map { .string($0.record.id.text) })
    }
    let saved = resolution.saved
    let others = found.count > 1 ? " and \((found.count - 1).counted("other record"))" : ""
    let sentence =
      rules.overlap == .adjust
      ? "To make room, \(formatter.records(found, after: saved)) \(isDryRun ? "would become" : "became") "
        + "\(remainingIntervals(resolution.rest))."
      : "\(verb("overlap", past: "Overlaps")) "
        + "\(formatter.nameAndTime(found[0], after: saved))\(others)."
    return IntentResult(value, dialog: result.notice + " \(sentence)")
  }

  private func remainingIntervals(_ records: [TaggedRecord]) -> String {
    records.map { formatter.interval($0.record.startTime, $0.record.end(at: now)) }.joinedAsList
  }
}
