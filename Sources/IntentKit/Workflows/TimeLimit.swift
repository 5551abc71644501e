/// Does something for so long and no longer.
enum TimeLimit {
  /// Does something, and cancels it where it takes longer; it is waited for in any case.
  ///
  /// - Returns: What it came to, and whether it was cancelled for want of time.
  static func perform<Value: Sendable>(
    within limit: Duration?,
    _ body: @escaping @Sendable () async -> Value
  ) async -> (value: Value, isOverdue: Bool) {
    guard let limit else { return (await body(), false) }
    let work = Task { await body() }
    let watch = Task {
      try await Task.sleep(for: limit)
      work.cancel()
    }
    let value = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    watch.cancel()
    // A watch that was cancelled in its sleep did nothing.
    let isOverdue = if case .success = await watch.result { true } else { false }
    return (value, isOverdue)
  }
}
