/// How long something may take.
struct TimeLimit: Sendable {
  /// Nil for as long as it takes.
  let duration: Duration?

  /// Does something, and has it cancelled once the time is over.
  ///
  /// - Returns: What came of it, and whether the time was over first.
  func perform<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) async -> (result: Result, isOver: Bool) {
    guard let duration else { return (await body(), false) }
    let work = Task { await body() }
    let timer = Task {
      do {
        try await Task.sleep(for: duration)
      } catch {
        return false
      }
      work.cancel()
      return true
    }
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    timer.cancel()
    return (result, await timer.value)
  }
}
