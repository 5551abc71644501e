import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

/// The habit tools with a storage of the test's own, called at fixed times.
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

  /// Calls a tool and checks its result and errors against the tool's definition.
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
    if let error = outcome.error, error.kind == .failed {
      let known = definition?.errors.contains(error.code) ?? false
      #expect(known, "\(error.code)", sourceLocation: sourceLocation)
    }
    return outcome
  }
}

/// Creates storages that exist only in memory.
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

/// Returns the date in an RFC 3339 text such as `2026-11-20T12:00:00Z`.
func date(_ text: String) throws -> Date {
  try Date(text, strategy: .iso8601)
}
