import IntentKit
import JSONText

/// The errors of valid JSON that is not a valid request.
extension RPCError {
  static let notObject = invalidRequest("The request is not a JSON object.")
  static let wrongVersion = invalidRequest(
    "The request must have 'jsonrpc' with the value '2.0'."
  )
  static let noMethod = invalidRequest("The request must have a 'method' that is a string.")
  static let malformedParameters = invalidRequest("'params' must be an object or an array.")
  static let malformedId = invalidRequest("'id' must be a string or a number.")
  static let idInUse = invalidRequest(
    "Another request with this 'id' is still in progress. Use a different 'id'."
  )
  static let batchUnsupported = invalidRequest(
    "This protocol version has no batches. Send each message on its own."
  )
  static let alreadyInitialized = invalidRequest(
    "The session is already initialized. Send 'initialize' only once."
  )
  static let shutDown = invalidRequest("The session was shut down. Only 'exit' can be sent now.")
  package static let emptyBatch = invalidRequest("The batch is empty. Send at least one request.")

  static func batchTooLong(limit: Int) -> RPCError {
    invalidRequest("The batch has more than \(limit) requests. Split it.")
  }

  private static func invalidRequest(_ message: String) -> RPCError {
    RPCError(.invalidRequest, message)
  }
}

/// The errors of valid requests.
extension RPCError {
  package static func unknownMethod(_ name: String) -> RPCError {
    RPCError(.methodNotFound, "There is no method \(name.quoted).")
  }

  /// The error of invalid parameters; other static functions make its messages.
  package static func invalidParameters(_ message: String) -> RPCError {
    RPCError(.invalidParameters, message, data: ["code": "invalidValue"])
  }

  /// The error of a client that requires a protocol version that the server doesn't support.
  static func unsupportedVersion(_ version: String, supported: [String]) -> RPCError {
    RPCError(
      .unsupportedVersion,
      "Protocol version \(version.quoted) is not supported. "
        + "Use \(supported.joined(separator: " or ")).",
      data: [
        "supported": .array(supported.map { .string($0) }), "requested": .string(version),
      ]
    )
  }

  /// The error of a request that the client cancelled.
  package static let cancelled = RPCError(
    .cancelled,
    "The request was cancelled.",
    data: ["code": "cancelled"]
  )

  /// The error of a request that reads, or that the peer didn't answer in time.
  package static let timedOut = timeout("The call timed out.")

  /// The error of a request whose timeout expired before it began, so it has changed nothing.
  package static let timedOutBeforeStart = timeout(
    "The call timed out before it began; nothing changed."
  )

  /// The error of a request that writes and was cancelled by its timeout.
  package static let timedOutWhileWriting = timeout(
    "The call timed out after it began; it may have changed something."
  )

  /// The error of a request that another program didn't handle in time; it may have changed
  /// something.
  static let externalTimeout = timeout(
    "The call timed out; the plugin may have changed something."
  )

  private static func timeout(_ message: String) -> RPCError {
    RPCError(.timeout, message, data: ["code": "timeout"])
  }

  /// The error of too many requests that wait for the client or another program.
  package static let tooManyPending = RPCError(
    .busy,
    "\(RPCConnection.pendingLimit) requests are already waiting for the client or a plugin. "
      + "Wait until one of them ends.",
    data: ["code": "tooManyOpen"]
  )

  /// The error of a plugin that sends too many requests at the same time.
  static func tooManyRequests(limit: Int) -> RPCError {
    RPCError(.busy, "\(limit) requests are already in progress. Wait until one of them ends.")
  }

  /// The error of a connection that ended before a request was answered.
  package static let connectionEnded = RPCError(
    .connectionEnded,
    "The connection ended before the request was finished.",
    data: ["code": "connectionEnded"]
  )

  /// The error of a URI at which the server has no resource.
  package static func noResource(_ uri: String) -> RPCError {
    RPCError(
      .invalidParameters,
      "There is no resource \(uri.quoted).",
      data: ["code": "unknownResource"]
    )
  }

  /// The message for a received error response that has none of its own.
  static let missingMessage = "The other side returned an error without a message."
}
