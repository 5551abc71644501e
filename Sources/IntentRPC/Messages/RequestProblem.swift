/// The reasons why valid JSON is not a valid request.
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
  /// The messages are batched in an array, which this protocol version doesn't allow.
  case array
  /// The session has already been initialized.
  case alreadyInitialized
  /// The client has already requested the shutdown.
  case shutDown
  /// The batch is empty.
  case emptyBatch
  /// The batch has more requests than the limit.
  case batchTooLong(limit: Int)
}
