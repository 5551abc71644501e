import Foundation
import MinutaCore

/// Runs calls of time tracking, each of which fails at its end.
struct FailingTimeTracking: TimeTracking {
  let base: any TimeTracking
  /// The error of calls that write; nil if they succeed.
  var writeError: TrackingError?
  /// The error of calls that read; nil if they succeed.
  var readError: TrackingError?

  func write<Result: Sendable>(
    _ origin: ChangeOrigin,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result {
    try await base.write(origin) { tracker in
      let result = try body(&tracker)
      if let writeError { throw writeError }
      return result
    }
  }

  func read<Result: Sendable>(
    now: Date,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result {
    try await base.read(now: now) { tracker in
      let result = try body(&tracker)
      if let readError { throw readError }
      return result
    }
  }

  func dryRunCopy() async -> any TimeTracking {
    FailingTimeTracking(
      base: await base.dryRunCopy(),
      writeError: writeError,
      readError: readError
    )
  }

  func flush() async throws { try await base.flush() }
}
