import Synchronization

/// The way that the reply to a request goes.
enum ResponseRoute: Sendable {
  /// As a message.
  case single
  /// At a place in the reply to an array.
  case batch(BatchResponse, index: Int)
  /// Nowhere: the request was a notification.
  case discarded

  /// What is sent with a reply, or where none will come; nil for nothing yet or at all.
  func message(with reply: RPCResponse?) -> JSONBytes? {
    switch self {
    case .discarded: nil
    case .single: reply?.json
    case .batch(let replies, let place): replies.set(reply?.json, at: place)
    }
  }
}

/// The replies to an array of requests, sent together once the last is there.
final class BatchResponse: Sendable {
  private struct ReplyState {
    var replies: [JSONBytes?]
    var missing: Int
  }

  private let state: Mutex<ReplyState>

  init(count: Int) {
    state = Mutex(ReplyState(replies: Array(repeating: nil, count: count), missing: count))
  }

  /// Puts a reply in its place, or nil where none will come.
  ///
  /// - Returns: the whole reply if this was the last; nil where it is not, or has nothing in it.
  func set(_ reply: JSONBytes?, at place: Int) -> JSONBytes? {
    state.withLock { state in
      state.replies[place] = reply
      state.missing -= 1
      let replies = state.replies.compactMap { $0 }
      return state.missing > 0 || replies.isEmpty ? nil : .array(replies)
    }
  }
}
