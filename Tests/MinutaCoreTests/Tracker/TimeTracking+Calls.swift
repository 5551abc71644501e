import Foundation
import MinutaCore

extension TimeTracking {
  func startTimer(_ start: TimerStartRequest, now: Date) async throws -> TimerStartResult {
    try await write(origin(now)) { try $0.startTimer(start) }
  }

  func stopTimers(
    _ selection: TimerSelection,
    at end: Date?,
    now: Date
  ) async throws -> TimerStopResult {
    try await write(origin(now)) { try $0.stopTimers(selection, at: end) }
  }

  func logTime(_ time: LogTimeRequest, now: Date) async throws -> TaggedRecord {
    try await write(origin(now)) { try $0.logTime(time) }
  }

  func status(on day: TimeRange, now: Date) async throws -> TimerStatus {
    try await read(now: now) { try $0.status(on: day) }
  }

  func tags(includingArchived: Bool) async throws -> [MinutaCore.Tag] {
    try await read(now: .distantPast) { try $0.tags(includingArchived: includingArchived) }
  }

  func record(_ text: String) async throws -> TimeRecord {
    try await read(now: .distantPast) { try $0.record(text) }
  }

  private func origin(_ now: Date) -> ChangeOrigin {
    ChangeOrigin(now: now, source: "test", intent: "Test")
  }
}
