import Synchronization

/// The way that the reply to a request goes.
enum ReplyRoute: Sendable {
  /// As a message.
  case alone
  /// At a place in the reply to an array.
  case among(ArrayReply, place: Int)
  /// Nowhere: the request was a notification.
  case nowhere

  /// What is sent with a reply, or where none will come; nil for nothing yet or at all.
  func message(with reply: RPCReply?) -> JSONBytes? {
    switch self {
    case .nowhere: nil
    case .alone: reply?.json
    case .among(let replies, let place): replies.take(reply?.json, at: place)
    }
  }
}

/// The replies to an array of requests, sent together once the last is there.
final class ArrayReply: Sendable {
  private struct State {
    var replies: [JSONBytes?]
    var missing: Int
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(replies: Array(repeating: nil, count: count), missing: count))
  }

  /// Puts a reply in its place, or nil where none will come.
  ///
  /// - Returns: the whole reply if this was the last; nil where it is not, or has nothing in it.
  func take(_ reply: JSONBytes?, at place: Int) -> JSONBytes? {
    state.withLock { state in
      state.replies[place] = reply
      state.missing -= 1
      let replies = state.replies.compactMap { $0 }
      return state.missing > 0 || replies.isEmpty ? nil : .array(replies)
    }
  }
}
