import Synchronization

/// Does something for so long and no longer.
enum Timeout {
  /// Does something, and cancels it where it takes longer; it is waited for in any case.
  ///
  /// - Parameter cancellation: cancels it as well; nil where nobody wants to.
  /// - Returns: What it came to, and whether it was cancelled for want of time.
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
    // A watch that was cancelled in its sleep did nothing.
    let didTimeOut = if case .success? = await watch?.result { true } else { false }
    return (value, didTimeOut)
  }
}

/// Cancels something from elsewhere, also before it has begun.
final class CancellationHandle: Sendable {
  private struct Registration {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(Registration())

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
