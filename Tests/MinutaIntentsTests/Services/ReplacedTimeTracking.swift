import Foundation
import MinutaCore

/// Runs calls of time tracking with other services in place of the usual ones.
struct ReplacedTimeTracking: TimeTracking {
  let base: any TimeTracking
  let replace: @Sendable (any TrackingServices) -> any TrackingServices

  func write<Result: Sendable>(
    _ origin: ChangeOrigin,
    _ body: @Sendable (inout any TrackingServices) throws -> Result
  ) async throws -> Result {
    try await base.write(origin) { services in
      services = replace(services)
      return try body(&services)
    }
  }

  func read<Result: Sendable>(
    now: Date,
    _ body: @Sendable (inout any TrackingServices) throws -> Result
  ) async throws -> Result {
    try await base.read(now: now) { services in
      services = replace(services)
      return try body(&services)
    }
  }

  func dryRunCopy() async -> any TimeTracking {
    ReplacedTimeTracking(base: await base.dryRunCopy(), replace: replace)
  }

  func flush() async throws { try await base.flush() }
}
