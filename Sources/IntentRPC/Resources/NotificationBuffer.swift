import Synchronization

/// Holds notifications back until what has to come before them has been sent.
///
/// Of several that wait and are about one resource the last counts, since each tells how things are
/// now.
final class NotificationBuffer: Sendable {
  private struct BufferState {
    var isOpen = false
    var waiting: [String: RPCNotification] = [:]
  }

  private let deliver: @Sendable (RPCNotification) -> Void
  private let state = Mutex(BufferState())

  init(_ deliver: @escaping @Sendable (RPCNotification) -> Void) {
    self.deliver = deliver
  }

  func send(_ notification: RPCNotification, about uri: String) {
    state.withLock { state in
      if state.isOpen { deliver(notification) } else { state.waiting[uri] = notification }
    }
  }

  func flush() {
    // With the lock held, so that what comes now is sent behind what waited.
    state.withLock { state in
      for (_, notification) in state.waiting.sorted(by: { $0.key < $1.key }) {
        deliver(notification)
      }
      state = BufferState(isOpen: true)
    }
  }
}
