import Foundation
import IntentKit
import JSONText
import Synchronization

/// Intents that read and write a text, and tell for how long an answer stands.
final class StampedTextProvider: IntentProvider {
  private struct TextState {
    var text = ""
    var version = 0
    var second = 0
    var isStamped = true
    var reads = 0

    var stamp: CacheValidator? {
      isStamped ? CacheValidator(state: version, second: second) : nil
    }

    mutating func write(_ text: String) {
      self.text = text
      version += 1
    }
  }

  private let state = Mutex(TextState())
  private let all: [IntentDefinition]

  init() throws {
    let text: JSONValue = ["type": "string"]
    all = [
      try .simple("Read", ["line": ["type": "integer"]], readOnly: true),
      try .simple("Write", ["text": text], readOnly: false),
    ]
  }

  /// How often it was read.
  var reads: Int { state.withLock { $0.reads } }

  /// Writes on it as somebody else would.
  func change(to text: String) {
    state.withLock { $0.write(text) }
  }

  func advanceClock() {
    state.withLock { $0.second += 1 }
  }

  /// Sets whether answers have stamps.
  func stamps(_ isStamped: Bool) {
    state.withLock { $0.isStamped = isStamped }
  }

  func cacheValidator(at now: Date) -> CacheValidator? { state.withLock { $0.stamp } }

  func definitions() async -> [IntentDefinition] { all }

  func perform(_ call: ValidatedCall, in context: CallContext) async throws(IntentError)
    -> IntentResult
  {
    state.withLock { state in
      if let text = call.values["text"]?.string { state.write(text) } else { state.reads += 1 }
      var answer = IntentResult(["text": .string(state.text)], dialog: "Done.")
      if call.definition.effects.readOnly { answer.cacheValidator = state.stamp }
      return answer
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
