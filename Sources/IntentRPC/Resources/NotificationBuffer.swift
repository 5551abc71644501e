import Synchronization

/// Holds back notifications until the response that must precede them has been sent.
///
/// Of several notifications about the same resource, only the last is kept, because it makes the
/// earlier ones superfluous.
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
    // Deliver while holding the lock, so a new notification can't overtake those held back.
    state.withLock { state in
      for (_, notification) in state.waiting.sorted(by: { $0.key < $1.key }) {
        deliver(notification)
      }
      state = BufferState(isOpen: true)
    }
  }
}
