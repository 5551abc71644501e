/// Stores the profile, the areas, the habits and the bad habits.
///
/// A storage has no rules of its own. It throws `HabitsError`, or `CancellationError` if the caller
/// cancels.
protocol StorageProtocol: Sendable {
  /// Reads the current data.
  func read() async throws -> HabitData

  /// Passes the current data to `body` and stores the result before returning.
  ///
  /// Concurrent changes aren't lost. If `body` throws, nothing changes.
  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result
}
