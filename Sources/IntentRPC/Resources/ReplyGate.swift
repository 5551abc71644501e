import Synchronization

/// Holds notifications back until what has to come before them has been sent.
///
/// Of several that wait and are about one resource the last counts, since each tells how things are
/// now.
final class ReplyGate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [String: RPCNotification] = [:]
  }

  private let send: @Sendable (RPCNotification) -> Void
  private let state = Mutex(State())

  init(_ send: @escaping @Sendable (RPCNotification) -> Void) {
    self.send = send
  }

  func tell(_ notification: RPCNotification, about uri: String) {
    state.withLock { state in
      if state.isOpen { send(notification) } else { state.waiting[uri] = notification }
    }
  }

  func open() {
    // With the lock held, so that what comes now is sent behind what waited.
    state.withLock { state in
      for (_, notification) in state.waiting.sorted(by: { $0.key < $1.key }) { send(notification) }
      state = State(isOpen: true)
    }
  }
}
