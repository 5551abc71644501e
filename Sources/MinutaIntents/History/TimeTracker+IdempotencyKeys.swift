import IntentKit
import JSONText
import MinutaCore

extension TimeTracker {
  /// The answer of an earlier call with the same key; nil where there was none.
  ///
  /// - Throws: `IntentError.keyReused` where the earlier call was another.
  func storedResult(for key: IdempotencyKey) throws -> IntentResult? {
    guard let kept = try idempotentResult(forKey: key.key) else { return nil }
    guard kept.call == key.call else { throw IntentError.keyReused(key.key) }
    let json = try JSONValue(parsing: kept.answer)
    var answer = IntentResult(
      json["value"]?.object ?? [:],
      dialog: "Done before: \(json["dialog"]?.string ?? "")",
      isRepeated: true
    )
    answer.revision = kept.entry
    return answer
  }

  /// Keeps an answer with what the call changes.
  mutating func keep(_ answer: IntentResult, under key: IdempotencyKey) {
    let json: JSONValue = ["value": .object(answer.value), "dialog": .string(answer.dialog)]
    save(IdempotentResult(key: key.key, call: key.call, answer: json.text()))
  }
}
