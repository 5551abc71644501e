import Foundation
import IntentKit
import JSONText
import MinutaCore
import Synchronization

@testable import MinutaIntents

/// A machine whose user comes and goes on Friday, 2026-11-20, in UTC.
///
/// It booted at 06:00. Each call has its own time.
struct AbsenceFixture {
  private let fixture: IntentFixture
  let source: StubUptimeSource
  /// The number of times that the user was asked.
  let questions = QuestionCounter()
  private let machine = Machine()

  /// Creates the fixture.
  ///
  /// - Parameter minimumAway: the minimum length in seconds of an absence that the user is asked
  ///   about.
  init(minimumAway: Int = 600) throws {
    source = StubUptimeSource([], now: Self.reading("08:00", "a", Self.date("06:00"), 0))
    var rules = TimeRules()
    rules.minimumAwaySeconds = minimumAway
    let questions = questions
    fixture = try IntentFixture(
      now: "2026-11-20T08:00:00Z",
      timeZone: "UTC",
      rules: rules,
      uptimeSource: source,
      askAboutAbsence: { questions.count.withLock { $0 += 1 } }
    )
  }

  final class QuestionCounter: Sendable {
    let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
  }

  /// The id and the time of the machine's boot.
  private final class Machine: Sendable {
    let boot = Mutex((id: "a", at: AbsenceFixture.date("06:00"), asleep: 0))
  }

  /// Returns a time of the day; one such as `+00:20` is on the next day.
  static func date(_ clock: String) -> Date {
    let isNext = clock.hasPrefix("+")
    let time = isNext ? String(clock.dropFirst()) : clock
    return Timestamp.date("2026-11-2\(isNext ? 1 : 0)T\(time):00Z") ?? .distantPast
  }

  private static func reading(
    _ clock: String,
    _ boot: String,
    _ bootedAt: Date,
    _ asleep: Int
  ) -> UptimeSample {
    UptimeSample(now: date(clock), boot: boot, bootedAt: bootedAt, asleepSeconds: asleep)
  }

  /// Restarts the machine, or sets its clock if the boot has the same id.
  func setBoot(_ id: String, at clock: String) {
    machine.boot.withLock { $0 = (id, Self.date(clock), 0) }
  }

  /// Sets the time in seconds that the machine has slept since it booted.
  func setSleep(seconds: Int) { machine.boot.withLock { $0.asleep = seconds } }

  /// Returns the engine at a time.
  func engine(at clock: String) -> IntentEngine {
    let (id, bootedAt, asleep) = machine.boot.withLock { $0 }
    source.setReading(Self.reading(clock, id, bootedAt, asleep))
    let now = Self.date(clock)
    return IntentEngine(providers: [fixture.provider], now: { now })
  }

  func perform(_ clock: String, _ intent: String, _ values: JSONObject = [:]) async -> Outcome {
    await engine(at: clock).perform(IntentCall(intent, with: values), from: .file)
  }

  /// Performs a call that must succeed, and returns its value.
  @discardableResult
  func value(
    _ clock: String,
    _ intent: String,
    _ values: JSONObject = [:]
  ) async throws -> JSONObject {
    let outcome = await perform(clock, intent, values)
    guard let result = outcome.result else {
      throw IntentFixture.UnexpectedOutcomeError(outcome: outcome)
    }
    return result.value
  }

  /// Returns the timers with unresolved time and their absences, as `Work away 12:05-13:00`.
  func unresolved(_ clock: String) async throws -> [String] {
    Self.unresolved(try await value(clock, "Resolve")["unresolved"])
  }

  static func unresolved(_ timers: JSONValue?) -> [String] {
    (timers?.array ?? []).map { timer in
      let absences = (timer["absences"]?.array ?? []).map { absence in
        let times = ["from", "to"].map { absence[$0]?.string?.dropFirst(11).prefix(5) ?? "" }
        return "\(absence["reason"]?.string ?? "") \(times.joined(separator: "-"))"
      }
      return
        "\(timer["record"]?["tag"]?["name"]?.string ?? "-") \(absences.joined(separator: ", "))"
    }
  }

  /// Returns all records as lines with tag, start and end.
  func lines() async throws -> [String] { try await fixture.lines() }
}
