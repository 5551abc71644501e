/// Stores the profile, the areas, the habits and the bad habits.
///
/// A storage doesn't check the rules of habits, which is the job of the services. It throws
/// `HabitsError`, or `CancellationError` if the caller cancels.
protocol StorageProtocol: Sendable {
  /// Reads the current data.
  func read() async throws -> HabitData

  /// Passes the current data to `body`, which may change it, and stores it before returning.
  ///
  /// Changes made by others at the same time aren't lost. If `body` throws, nothing changes.
  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result
}
