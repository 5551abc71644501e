import IntentKit
public import JSONText

/// An error that a request is answered with.
public enum RPCError: Error, Sendable, Equatable {
  /// The bytes can't be split into messages.
  case brokenFrame(FrameProblem)
  /// The message is not valid JSON.
  case malformedMessage(JSONError)
  /// The message is valid JSON but not a valid request.
  case invalidRequest(RequestProblem)
  /// The method doesn't exist.
  case unknownMethod(String)
  /// The parameters are invalid; the text is the error message.
  case invalidParameters(String)
  /// The client requires a protocol version that isn't supported.
  case unsupportedVersion(String, supported: [String])
  /// The client cancelled the request.
  case cancelled
  /// The request's timeout expired before it began, so it changed nothing.
  case timedOut
  /// Another program didn't respond before the timeout; it may have changed something.
  case externalTimeout
  /// The limit of requests that wait for the client or another program is reached.
  case tooManyPending
  /// The connection ended before the request was finished.
  case connectionEnded
  /// No resource has this URI.
  case noResource(String)
  /// An error of the method itself.
  ///
  /// Its code is outside the reserved range from −32768 to −32000.
  case failed(code: Int, message: String, data: JSONObject)
}

extension RPCError {
  /// The error code.
  public var code: Int {
    switch self {
    case .brokenFrame(let problem): problem.code.rawValue
    case .malformedMessage: RPCErrorCode.parseError.rawValue
    case .invalidRequest: RPCErrorCode.invalidRequest.rawValue
    case .unknownMethod: RPCErrorCode.methodNotFound.rawValue
    case .invalidParameters, .noResource: RPCErrorCode.invalidParameters.rawValue
    case .unsupportedVersion: RPCErrorCode.unsupportedVersion.rawValue
    case .cancelled: RPCErrorCode.cancelled.rawValue
    case .timedOut, .externalTimeout: RPCErrorCode.timeout.rawValue
    case .tooManyPending: RPCErrorCode.busy.rawValue
    case .connectionEnded: RPCErrorCode.connectionEnded.rawValue
    case .failed(let code, _, _): code
    }
  }

  /// The error object of a JSON-RPC response.
  public var json: JSONValue {
    var json: JSONObject = ["code": .number(JSONNumber(code)), "message": .string(message)]
    if !data.isEmpty { json["data"] = .object(data) }
    return .object(json)
  }

  private var data: JSONObject {
    switch self {
    case .failed(_, _, let data): data
    case .unsupportedVersion(let version, let supported):
      ["supported": .array(supported.map { .string($0) }), "requested": .string(version)]
    case .cancelled: ["code": "cancelled"]
    case .timedOut, .externalTimeout: ["code": "timeout"]
    case .tooManyPending: ["code": "tooManyOpen"]
    case .connectionEnded: ["code": "connectionEnded"]
    case .noResource: ["code": "unknownResource"]
    case .invalidParameters: ["code": "invalidValue"]
    default: JSONObject()
    }
  }
}
