package import Foundation

/// Time tracking on a store.
///
/// Calls run one at a time, and each is atomic.
package protocol TimeTracking: Sendable {
  /// Calls `body` with the newest state and commits its changes.
  ///
  /// If `body` throws, nothing is changed. `body` may be called more than once; the result of its
  /// last run counts.
  func write<Result: Sendable>(
    _ origin: ChangeOrigin,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result

  /// Calls `body` with the current state and discards its changes.
  func read<Result: Sendable>(
    now: Date,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result

  /// The version of the state that `read` would use now, or nil if it can't be determined without
  /// waiting.
  var state: Int? { get }

  /// Returns a service with the same data that keeps its changes in memory.
  func dryRunCopy() async -> any TimeTracking

  /// Writes deferred updates of the history and the trash.
  ///
  /// A dry run defers them until they are needed.
  func flush() async throws
}
