import Foundation
import IntentKit
import JSONText
import Synchronization

/// A log of what happens during a test, with a clock that advances by a second at each reading.
final class TestLog: Sendable {
  private let lines = Mutex<[String]>([])
  private let readings = Mutex(0)

  var entries: [String] { lines.withLock { $0 } }
  var clockReadings: Int { readings.withLock { $0 } }

  func note(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  func now() -> Date {
    readings.withLock { count in
      count += 1
      return Date(timeIntervalSince1970: Double(count))
    }
  }
}

/// A provider that records its calls in a `TestLog`.
struct RecordingProvider: IntentProvider {
  let name: String
  let log: TestLog
  let intents: [IntentDefinition]
  var supportsDryRun = true

  func definitions() async -> [IntentDefinition] { intents }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    guard intents.contains(call.definition) else {
      throw .unknownIntent(call.definition.id, near: nil)
    }
    let (values, text) = (call.values, JSONValue.object(call.values).text())
    log.note("\(name) performs \(call.definition.id) \(text) \(time(of: context))")
    if values["text"] == "loud" {
      throw Failure(code: "tooLoud", message: "It is too loud.")
    }
    return IntentResult(["text": values["text"] ?? nil], dialog: "Said.")
  }

  func dryRunCopy() async -> (any IntentProvider)? {
    guard supportsDryRun else { return nil }
    return RecordingProvider(name: name + "'s copy", log: log, intents: intents)
  }

  private func time(of context: CallContext) -> String {
    "from \(context.source) at \(Int(context.now.timeIntervalSince1970))"
  }
}
