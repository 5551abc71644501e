import IntentKit
import JSONText
import MinutaCore

extension TimeTracker {
  /// Returns the stored result of an earlier call with the same key, or nil if there is none.
  ///
  /// - Throws: `Failure.keyReused` if the earlier call was a different one.
  func storedResult(for key: IdempotencyKey) throws -> IntentResult? {
    guard let stored = try transaction.idempotentResult(forKey: key.key) else { return nil }
    guard stored.call == key.call else { throw Failure.keyReused(key.key) }
    let json = try JSONValue(parsing: stored.answer)
    var result = IntentResult(
      json["value"]?.object ?? [:],
      dialog: "Already done: \(json["dialog"]?.string ?? "")",
      isRepeated: true
    )
    result.revision = stored.entry
    return result
  }

  /// Stores the result together with the call's changes.
  mutating func save(_ result: IntentResult, for key: IdempotencyKey) {
    let dialog = JSONValue.string(result.notice.sentence)
    let json: JSONValue = ["value": .object(result.value), "dialog": dialog]
    save(IdempotentResult(key: key.key, call: key.call, answer: json.text(.stored)))
  }
}
