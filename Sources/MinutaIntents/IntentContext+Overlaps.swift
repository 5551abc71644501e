import IntentKit
import JSONText
import MinutaCore

extension IntentContext {
  /// Applies the user's overlap policy to the records that overlap with the call's changes.
  ///
  /// - Returns: The result with these records added.
  mutating func resolveOverlaps(_ result: IntentResult) throws -> IntentResult {
    let resolution = try tracker.resolveOverlaps(rules.overlap)
    if resolution.records.isEmpty { return result }
    var value = result.value
    value["overlaps"] = .array(resolution.records.map { .string($0.record.id.text) })
    let (found, saved) = (resolution.records, resolution.saved)
    let others = found.count > 1 ? " and \((found.count - 1).counted("other record"))" : ""
    let sentence =
      rules.overlap == .adjust
      ? "To make room, \(formatter.records(found, after: saved)) \(isDryRun ? "would become" : "became") "
        + "\(remainingIntervals(resolution.rest))."
      : "\(verb("overlap", past: "Overlaps")) "
        + "\(formatter.nameAndTime(found[0], after: saved))\(others)."
    return IntentResult(value, dialog: "\(result.dialog) \(sentence)")
  }

  private func remainingIntervals(_ records: [TaggedRecord]) -> String {
    records.map { formatter.interval($0.record.startTime, $0.record.end(at: now)) }.joinedAsList
  }
}
