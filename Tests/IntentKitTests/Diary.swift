import Foundation
import IntentKit
import JSONText
import Synchronization

/// What happened in a test, in order, and a clock that moves on by a second at each reading.
final class Diary: Sendable {
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

/// A provider that notes what it is asked.
struct DiaryProvider: IntentProvider {
  let name: String
  let diary: Diary
  let intents: [IntentDefinition]
  var canRehearse = true

  func definitions() async -> [IntentDefinition] { intents }

  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    let (values, text) = (call.values, JSONValue.object(call.values).text())
    diary.note("\(name) performs \(call.definition.id) \(text) \(time(of: context))")
    if values["text"] == "loud" {
      throw .failed(OutcomeError(.failure, code: "tooLoud", message: "It is too loud."))
    }
    return Answer(["text": values["text"] ?? nil], dialog: "Said.")
  }

  func rehearsal() async -> (any IntentProvider)? {
    guard canRehearse else { return nil }
    return DiaryProvider(name: name + "'s twin", diary: diary, intents: intents)
  }

  private func time(of context: CallContext) -> String {
    "from \(context.door) at \(Int(context.now.timeIntervalSince1970))"
  }
}
