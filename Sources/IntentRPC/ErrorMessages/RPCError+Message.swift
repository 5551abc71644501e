import IntentKit
import JSONText

extension RPCError {
  /// The error message for the user: a sentence that says what is wrong and what to do.
  public var message: String {
    switch self {
    case .brokenFrame(let problem): problem.message
    case .malformedMessage(let error): "Invalid JSON at byte \(error.offset): \(error.problem)."
    case .invalidRequest(let problem): problem.message
    case .unknownMethod(let name): "There is no method \(name.quoted)."
    case .invalidParameters(let message): message
    case .unsupportedVersion(let version, let supported):
      "Protocol version \(version.quoted) is not supported. Use \(supported.joined(separator: " or "))."
    case .cancelled: "The request was cancelled."
    case .timedOut: "The call timed out before it began; nothing changed."
    case .externalTimeout: "The call timed out; the plugin may have changed something."
    case .tooManyPending:
      "\(RPCConnection.pendingLimit) requests are already waiting for the client or a plugin. "
        + "Wait until one of them ends."
    case .connectionEnded: "The connection ended before the request was finished."
    case .noResource(let uri): "There is no resource \(uri.quoted)."
    case .failed(_, let message, _): message
    }
  }

  /// The message for a plugin that sends too many requests at the same time.
  static func tooManyRequests(limit: Int) -> RPCError {
    .failed(
      code: RPCErrorCode.busy.rawValue,
      message: "\(limit) requests are already in progress. Wait until one of them ends.",
      data: [:]
    )
  }

  /// The message for a received error response that has none of its own.
  static let missingMessage = "The other side returned an error without a message."
}
