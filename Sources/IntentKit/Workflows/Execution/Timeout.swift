import Synchronization

/// Runs work with a time limit.
enum Timeout {
  /// Runs work, and cancels it when the limit is exceeded.
  ///
  /// Always waits for the work to end, even after cancelling it.
  ///
  /// - Parameter cancellation: A handle for cancelling the work from another task. Nil if not needed.
  /// - Returns: The value of the work, and whether it was cancelled because of the limit.
  static func perform<Value: Sendable>(
    within limit: Duration?,
    until cancellation: CancellationHandle? = nil,
    _ body: @escaping @Sendable () async -> Value
  ) async -> (value: Value, didTimeOut: Bool) {
    if limit == nil, cancellation == nil { return (await body(), false) }
    let work = Task { await body() }
    cancellation?.attach(work.cancel)
    let watch = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        work.cancel()
      }
    }
    let value = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    watch?.cancel()
    // The task `watch` succeeds only if it slept for the whole limit.
    let didTimeOut = if case .success? = await watch?.result { true } else { false }
    return (value, didTimeOut)
  }
}

/// Cancels work from another task, even before the work has started.
final class CancellationHandle: Sendable {
  private struct CancellationState {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(CancellationState())

  func attach(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }
}
