import Synchronization

/// The destination of a request's response.
enum ResponseRoute: Sendable {
  /// A message of its own.
  case single
  /// A position in the response to a batch.
  case batch(BatchResponse, index: Int)
  /// None, because the request was a notification.
  case discarded

  /// Returns the message to send for a response, or for none if `reply` is nil.
  ///
  /// Returns nil if there's nothing to send yet or at all.
  func message(with reply: RPCResponse?) -> JSONBytes? {
    switch self {
    case .discarded: nil
    case .single: reply?.json
    case .batch(let replies, let index): replies.set(reply?.json, at: index)
    }
  }
}

/// The responses to a batch, sent together when the last is ready.
final class BatchResponse: Sendable {
  private struct ReplyState {
    var replies: [JSONBytes?]
    var missing: Int
  }

  private let state: Mutex<ReplyState>

  init(count: Int) {
    state = Mutex(ReplyState(replies: Array(repeating: nil, count: count), missing: count))
  }

  /// Stores a response, or nil if there's none for this position.
  ///
  /// - Returns: The complete batch response if this was the last one and any response exists;
  ///   otherwise nil.
  func set(_ reply: JSONBytes?, at index: Int) -> JSONBytes? {
    state.withLock { state in
      state.replies[index] = reply
      state.missing -= 1
      let replies = state.replies.compactMap { $0 }
      return state.missing > 0 || replies.isEmpty ? nil : .array(replies)
    }
  }
}
