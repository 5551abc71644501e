import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaTestSupport
import Synchronization

/// The built-in intents over a folder of a test's own, at noon of a Friday in Zurich.
struct IntentBench {
  let folder: TemporaryFolder
  let engine: IntentEngine

  init(now: String = "2026-11-20T11:00:00Z", timeZone: String = "Europe/Zurich") throws {
    folder = try TemporaryFolder()
    let ids = Counter()
    let service = TimeTrackingService(store: FolderStore(path: folder.path, machine: "test")) {
      ids.next()
    }
    let provider = BuiltInProvider(
      catalogue: try BuiltInCatalogue(),
      tracking: service,
      timeZone: TimeZone(identifier: timeZone) ?? .gmt
    )
    let now = Timestamp.date(now) ?? .distantPast
    engine = IntentEngine(providers: [provider], now: { now })
  }

  func perform(_ intent: String, _ values: JSONObject = [:]) async -> Outcome {
    await engine.perform(Call(intent, with: values), from: .file)
  }

  /// The value of a call that has to succeed.
  func value(_ intent: String, _ values: JSONObject = [:]) async throws -> JSONObject {
    let outcome = await perform(intent, values)
    guard case .ok(let answer) = outcome else { throw Unexpected(outcome: outcome) }
    return answer.value
  }

  struct Unexpected: Error {
    let outcome: Outcome
  }

  /// Ids that count up.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> UUID {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let digits = String(number)
      let padded = String(repeating: "0", count: 12 - digits.count) + digits
      return UUID(uuidString: "00000000-0000-4000-8000-\(padded)") ?? UUID()
    }
  }
}
