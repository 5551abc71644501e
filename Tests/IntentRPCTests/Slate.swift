import Foundation
import IntentKit
import JSONText
import Synchronization

/// Intents that read and write a text, and tell for how long an answer stands.
final class Slate: IntentProvider {
  private struct State {
    var text = ""
    var version = 0
    var second = 0
    var isStamped = true
    var reads = 0

    var stamp: AnswerStamp? {
      isStamped ? AnswerStamp(state: version, second: second) : nil
    }

    mutating func write(_ text: String) {
      self.text = text
      version += 1
    }
  }

  private let state = Mutex(State())
  private let all: [IntentDefinition]

  init() throws {
    let text: JSONValue = ["type": "string"]
    all = [
      try .deed("Read", ["line": ["type": "integer"]], readOnly: true),
      try .deed("Write", ["text": text], readOnly: false),
    ]
  }

  /// How often it was read.
  var reads: Int { state.withLock { $0.reads } }

  /// Writes on it as somebody else would.
  func change(to text: String) {
    state.withLock { $0.write(text) }
  }

  func turnClock() {
    state.withLock { $0.second += 1 }
  }

  /// Sets whether answers have stamps.
  func stamps(_ isStamped: Bool) {
    state.withLock { $0.isStamped = isStamped }
  }

  func stamp(at now: Date) -> AnswerStamp? { state.withLock { $0.stamp } }

  func definitions() async -> [IntentDefinition] { all }

  func perform(_ call: CheckedCall, in context: CallContext) async throws(IntentError) -> Answer {
    state.withLock { state in
      if let text = call.values["text"]?.string { state.write(text) } else { state.reads += 1 }
      var answer = Answer(["text": .string(state.text)], dialog: "Done.")
      if call.definition.effects.readOnly { answer.stamp = state.stamp }
      return answer
    }
  }

  func rehearsal() async -> (any IntentProvider)? { nil }
}
