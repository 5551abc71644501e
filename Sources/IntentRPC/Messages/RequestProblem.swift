/// JSON that should be a request and is none.
public enum RequestProblem: Error, Sendable, Equatable {
  /// It is not an object.
  case notObject
  /// `jsonrpc` is missing or is not `"2.0"`.
  case wrongVersion
  /// `method` is missing or is not a string.
  case noMethod
  /// `params` is neither an object nor an array.
  case malformedParameters
  /// `id` is neither a string nor a number.
  case malformedId
  /// Another request with its `id` is not answered yet.
  case idInUse
  /// Messages come in an array where the protocol has none.
  case array
  /// A session was begun already.
  case alreadyInitialized
  /// The client asked to shut down.
  case shutDown
  /// A batch has no requests.
  case emptyBatch
  /// A batch has more requests than this.
  case batchTooLong(limit: Int)
}

extension RequestProblem {
  var sentence: String {
    switch self {
    case .notObject: "A request must be an object."
    case .wrongVersion: "A request must have the member 'jsonrpc' with the value '2.0'."
    case .noMethod: "A request must have the member 'method', a string."
    case .malformedParameters: "The member 'params' must be an object or an array."
    case .malformedId: "The member 'id' must be a string or a number."
    case .idInUse: "Another request with this 'id' is not answered yet."
    case .array: "Messages may not come in an array here."
    case .alreadyInitialized: "The session was begun already."
    case .shutDown: "The session was shut down."
    case .emptyBatch: "A batch must have at least one request."
    case .batchTooLong(let limit): "A batch may have \(limit) requests, not more."
    }
  }
}
