import IntentKit
import JSONText
import MinutaCore

extension IntentRun {
  /// Does what the user's policy asks for about records that the call lies over, and tells so.
  mutating func settleOverlaps(_ answer: Answer) throws -> Answer {
    let settled = try tracker.settleOverlaps(rules.overlap)
    if settled.records.isEmpty { return answer }
    var value = answer.value
    value["overlaps"] = .array(settled.records.map { .string($0.record.id.text) })
    let names = words.records(settled.records)
    let sentence =
      rules.overlap == .adjust
      ? "To make room, \(names) \(isRehearsal ? "would become" : "became") "
        + "\(remains(settled.rest))."
      : "It \(isRehearsal ? "would lie" : "lies") over \(names)."
    return Answer(value, dialog: "\(answer.dialog) \(sentence)")
  }

  private func remains(_ records: [TaggedRecord]) -> String {
    records.map { words.stretch($0.record.startTime, $0.record.end(at: now)) }.listed
  }
}
