/// Where the profile, the areas, the habits and the bad habits are kept.
///
/// A storage holds no rule. It throws `HabitsError`, or `CancellationError` where its caller wants it
/// no more.
protocol StorageProtocol: Sendable {
  /// Reads what is kept now.
  func read() async throws -> HabitData

  /// Hands over what is kept now, and keeps what `body` makes of it before returning.
  ///
  /// What others keep meanwhile is not lost. Where `body` throws, nothing is changed.
  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result
}
