package import Foundation

/// Runs calls of time tracking on a store, one at a time.
///
/// Each call is atomic: either all of its changes are committed or none.
package protocol TimeTracking: Sendable {
  /// Calls `body` with the newest state and commits its changes.
  ///
  /// If `body` throws, nothing is changed. `body` may be called more than once; only the changes
  /// and the result of its last run count.
  func write<Result: Sendable>(
    _ origin: ChangeOrigin,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result

  /// Calls `body` with the current state and discards its changes.
  func read<Result: Sendable>(
    now: Date,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result

  /// Returns a service for a dry run: it has the same data, but keeps its changes in memory.
  func dryRunCopy() async -> any TimeTracking

  /// Makes the changes of a dry run so far visible to reads of the history and the trash.
  ///
  /// Only a dry run needs this, before a call that reads the history or the trash. Other services
  /// do nothing.
  func flush() async throws
}
