extension RequestProblem {
  var message: String {
    switch self {
    case .notObject: "The request is not a JSON object."
    case .wrongVersion: "The request must have 'jsonrpc' with the value '2.0'."
    case .noMethod: "The request must have a 'method' that is a string."
    case .malformedParameters: "'params' must be an object or an array."
    case .malformedId: "'id' must be a string or a number."
    case .idInUse: "Another request with this 'id' is still in progress. Use a different 'id'."
    case .array: "This protocol version has no batches. Send each message on its own."
    case .alreadyInitialized: "The session is already initialized. Send 'initialize' only once."
    case .shutDown: "The session was shut down. Only 'exit' can be sent now."
    case .emptyBatch: "The batch is empty. Send at least one request."
    case .batchTooLong(let limit): "The batch has more than \(limit) requests. Split it."
    }
  }
}
