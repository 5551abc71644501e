import Foundation
import IntentKit
import JSONText
import Synchronization

/// A test provider whose intents read and write a text.
///
/// The text has a version, so that results can be cached until it changes.
final class VersionedTextProvider: IntentProvider {
  private struct TextState {
    var text = ""
    var version = 0
    var second = 0
    var hasValidator = true
    var reads = 0

    var validator: CacheValidator? {
      hasValidator ? CacheValidator(state: version, second: second) : nil
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

  /// The number of times that the text was read.
  var reads: Int { state.withLock { $0.reads } }

  /// Changes the text without an intent call, as another program would.
  func change(to text: String) {
    state.withLock { $0.write(text) }
  }

  func advanceClock() {
    state.withLock { $0.second += 1 }
  }

  /// Sets whether results can be cached, that is, whether they have a cache validator.
  func setHasValidator(_ hasValidator: Bool) {
    state.withLock { $0.hasValidator = hasValidator }
  }

  func cacheValidator(at now: Date) -> CacheValidator? { state.withLock { $0.validator } }

  func definitions() async -> [IntentDefinition] { all }

  func perform(_ call: ValidatedCall, in context: CallContext) async throws(IntentError)
    -> IntentResult
  {
    state.withLock { state in
      if let text = call.values["text"]?.string { state.write(text) } else { state.reads += 1 }
      var answer = IntentResult(["text": .string(state.text)], dialog: "Done.")
      if call.definition.effects.readOnly { answer.cacheValidator = state.validator }
      return answer
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
