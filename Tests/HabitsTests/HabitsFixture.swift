import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

/// The tools over a test's own storage, at a fixed time.
struct HabitsFixture {
  let provider: HabitsProvider
  let services: HabitServices
  let storage: any StorageProtocol

  init(_ storage: any StorageProtocol = InMemoryStorage.empty(), zone: String = "Etc/UTC") throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    self.storage = storage
    let manager = StorageManager(storage)
    services = HabitServices(storage: manager, timeZone: timeZone, makeID: { UUID() })
    provider = try HabitsProvider(storage: manager, timeZone: timeZone, makeID: { UUID() })
  }

  /// Performs a call and checks its result against the definition.
  @discardableResult
  func call(
    _ intent: String,
    _ values: JSONObject = [:],
    at time: String = "2026-11-20T12:00:00Z",
    isDryRun: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let now = try date(time)
    var engine = IntentEngine(providers: [provider], now: { now })
    if isDryRun { engine = await engine.dryRunCopy() }
    let outcome = await engine.perform(IntentCall(intent, with: values), from: .mcp)
    let definition = await provider.definitions().first { $0.id == intent }
    if let answer = outcome.result, let definition {
      let problems = SchemaValidator(definition.result).problems(in: .object(answer.value))
      #expect(problems == [], "\(answer.value)", sourceLocation: sourceLocation)
    }
    if let error = outcome.error, error.kind == .failure {
      let known = definition?.errors.contains(error.code) ?? false
      #expect(known, "\(error.code)", sourceLocation: sourceLocation)
    }
    return outcome
  }
}

/// A storage that exists only in memory.
enum InMemoryStorage {
  static func empty() -> any StorageProtocol { DryRunStorage(over: EmptyStorage()) }

  private struct EmptyStorage: StorageProtocol {
    func read() async throws -> HabitData { HabitData() }

    func change<Result: Sendable>(
      _ body: @Sendable (inout HabitData) throws -> Result
    ) async throws -> Result {
      var data = HabitData()
      return try body(&data)
    }
  }
}

/// Parses RFC 3339 text.
func date(_ text: String) throws -> Date {
  try Date(text, strategy: .iso8601)
}
