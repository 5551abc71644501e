/// The reasons why a message that is valid JSON is not a valid request.
public enum RequestProblem: Error, Sendable, Equatable {
  /// The message is not an object.
  case notObject
  /// `jsonrpc` is missing or isn't `"2.0"`.
  case wrongVersion
  /// `method` is missing or isn't a string.
  case noMethod
  /// `params` is neither an object nor an array.
  case malformedParameters
  /// `id` is neither a string nor a number.
  case malformedId
  /// Another unanswered request has the same `id`.
  case idInUse
  /// The message is a batch (an array of messages), which the client's protocol version doesn't
  /// allow.
  case array
  /// `initialize` was sent again, although the session is already initialized.
  case alreadyInitialized
  /// The client has already requested to shut down the session.
  case shutDown
  /// The batch (an array of messages) is empty.
  case emptyBatch
  /// The batch (an array of messages) has more messages than the limit.
  case batchTooLong(limit: Int)
}
