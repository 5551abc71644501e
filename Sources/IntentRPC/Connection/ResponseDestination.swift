import Synchronization

/// The place where the response to a request is sent.
enum ResponseDestination: Sendable {
  /// The response is sent as a message of its own.
  case single
  /// The response is an element of the response to a batch.
  case batch(BatchResponse, index: Int)
  /// There is no response, because the message was a notification.
  case discarded

  /// Returns the message to send now that a request is finished; nil if nothing is to be sent yet.
  ///
  /// - Parameter reply: the response to the request; nil if it gets none.
  func message(with reply: RPCResponse?) -> SerializedJSON? {
    switch self {
    case .discarded: nil
    case .single: reply?.json
    case .batch(let replies, let index): replies.set(reply?.json, at: index)
    }
  }
}

/// The response to a batch, sent when all of its requests are answered.
final class BatchResponse: Sendable {
  private struct ReplyState {
    var replies: [SerializedJSON?]
    var missing: Int
  }

  private let state: Mutex<ReplyState>

  init(count: Int) {
    state = Mutex(ReplyState(replies: Array(repeating: nil, count: count), missing: count))
  }

  /// Stores the response to the request at an index of the batch.
  ///
  /// - Parameter reply: the response; nil if the request gets none.
  /// - Returns: The complete batch response if this was the last request and any response exists;
  ///   otherwise nil.
  func set(_ reply: SerializedJSON?, at index: Int) -> SerializedJSON? {
    state.withLock { state in
      state.replies[index] = reply
      state.missing -= 1
      let replies = state.replies.compactMap { $0 }
      return state.missing > 0 || replies.isEmpty ? nil : .array(replies)
    }
  }
}
