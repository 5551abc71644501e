import Synchronization

/// Makes the next write of a connection wait until the current one has finished.
final class WriteBarrier: Sendable {
  private struct BarrierState {
    var isReleased = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(BarrierState())

  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  var isReleased: Bool { state.withLock { $0.isReleased } }

  /// Waits until the write with this barrier has released it.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        if !state.isReleased { state.waiting.append(continuation) }
        return state.isReleased
      }
      if isReleased { continuation.resume() }
    }
  }
}
