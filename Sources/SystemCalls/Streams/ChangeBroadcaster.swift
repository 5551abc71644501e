import Synchronization

/// Broadcasts change events to its listeners.
///
/// Events that a listener hasn't received yet are merged into one.
package final class ChangeBroadcaster: Sendable {
  private struct ListenerState {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var last = 0
  }

  private let state = Mutex(ListenerState())

  package init() {}

  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  package func notify() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// Ends the streams of all listeners.
  package func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// Returns a stream of the events that are broadcast from now on.
  ///
  /// - Parameter onTermination: called after the listener was removed.
  package func stream(
    onTermination: @escaping @Sendable () -> Void = {}
  ) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      let number = state.withLock { state in
        state.last += 1
        state.listeners[state.last] = listener
        return state.last
      }
      listener.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        onTermination()
      }
    }
  }
}
