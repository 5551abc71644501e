import Synchronization

/// Holds a notification back until the request that it belongs to has been answered.
///
/// Of several that wait the last counts, since each tells how things are now.
final class ReplyGate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: RPCNotification?
  }

  private let connection: RPCConnection
  private let state = Mutex(State())

  init(_ connection: RPCConnection) {
    self.connection = connection
  }

  func tell(_ notification: RPCNotification) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting = notification }
      return state.isOpen
    }
    if isOpen { connection.notify(notification) }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = nil }
      return state.waiting
    }
    if let waiting { connection.notify(waiting) }
  }
}
