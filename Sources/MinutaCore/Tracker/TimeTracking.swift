package import Foundation

/// Time tracking over a store: one call at a time, all of what it changes or nothing.
package protocol TimeTracking: Sendable {
  /// Hands over the rules with the newest state, and keeps what they changed.
  ///
  /// Where `body` throws, nothing is changed. It may be called more than once; what it answered
  /// last counts.
  func write<Result: Sendable>(
    _ origin: ChangeOrigin,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result

  /// Hands over the rules with one state; what they change is forgotten.
  func read<Result: Sendable>(
    now: Date,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result

  /// The number of the state that `read` would hand over now; nil where it cannot be told without
  /// waiting.
  var state: Int? { get }

  /// A service that answers as this one would and keeps what it changes to itself.
  func dryRunCopy() async -> any TimeTracking

  /// Has history and the trash know what was changed; a rehearsal puts that off until it is wanted.
  func flush() async throws
}
