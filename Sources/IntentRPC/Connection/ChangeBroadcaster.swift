import Synchronization

/// Broadcasts change events to its listeners.
///
/// Events that a listener hasn't received yet are merged into one.
final class ChangeBroadcaster: Sendable {
  private struct ListenerState {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var last = 0
  }

  private let state = Mutex(ListenerState())

  func notify() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// Returns a stream of the events that are broadcast from now on.
  func stream() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      let number = state.withLock { state in
        state.last += 1
        state.listeners[state.last] = listener
        return state.last
      }
      listener.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
      }
    }
  }
}
