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
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting[uri] = notification }
      return state.isOpen
    }
    if isOpen { send(notification) }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, notification) in waiting.sorted(by: { $0.key < $1.key }) { send(notification) }
  }
}
