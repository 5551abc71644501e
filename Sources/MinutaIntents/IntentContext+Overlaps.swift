import IntentKit
import JSONText
import MinutaCore

extension IntentContext {
  /// Does what the user's policy asks for about records that the call lies over, and tells so.
  mutating func resolveOverlaps(_ answer: IntentResult) throws -> IntentResult {
    let resolution = try tracker.resolveOverlaps(rules.overlap)
    if resolution.records.isEmpty { return answer }
    var value = answer.value
    value["overlaps"] = .array(resolution.records.map { .string($0.record.id.text) })
    let names = formatter.records(resolution.records)
    let sentence =
      rules.overlap == .adjust
      ? "To make room, \(names) \(isDryRun ? "would become" : "became") "
        + "\(remainingIntervals(resolution.rest))."
      : "It \(isDryRun ? "would lie" : "lies") over \(names)."
    return IntentResult(value, dialog: "\(answer.dialog) \(sentence)")
  }

  private func remainingIntervals(_ records: [TaggedRecord]) -> String {
    records.map { formatter.interval($0.record.startTime, $0.record.end(at: now)) }.joinedAsList
  }
}
