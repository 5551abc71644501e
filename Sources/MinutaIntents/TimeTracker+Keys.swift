import IntentKit
import JSONText
import MinutaCore

extension TimeTracker {
  /// The answer of an earlier call with the same key; nil where there was none.
  ///
  /// - Throws: `IntentError.keyReused` where the earlier call was another.
  func kept(_ key: CallKey) throws -> Answer? {
    guard let kept = try keptAnswer(under: key.key) else { return nil }
    guard kept.call == key.call else { throw IntentError.keyReused(key.key) }
    let json = try JSONValue(parsing: kept.answer)
    var answer = Answer(
      json["value"]?.object ?? [:],
      dialog: "Done before: \(json["dialog"]?.string ?? "")",
      isRepeated: true
    )
    answer.revision = kept.entry
    return answer
  }

  /// Keeps an answer with what the call changes.
  mutating func keep(_ answer: Answer, under key: CallKey) {
    let json: JSONValue = ["value": .object(answer.value), "dialog": .string(answer.dialog)]
    keep(KeptAnswer(key: key.key, call: key.call, answer: json.text()))
  }
}
