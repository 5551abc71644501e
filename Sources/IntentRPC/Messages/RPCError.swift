import IntentKit
public import JSONText

/// An error that is returned as the response to a request.
public enum RPCError: Error, Sendable, Equatable {
  /// The received bytes can't be split into messages.
  case brokenFrame(FrameProblem)
  /// The message is not valid JSON.
  case malformedMessage(JSONError)
  /// The message is valid JSON but not a valid request.
  case invalidRequest(RequestProblem)
  /// The server has no method with this name.
  case unknownMethod(String)
  /// The method's parameters are invalid; the text is the error message.
  case invalidParameters(String)
  /// The client requires a protocol version that the server doesn't support.
  case unsupportedVersion(String, supported: [String])
  /// The client cancelled the request.
  case cancelled
  /// The timeout expired before the request began, so it has changed nothing.
  case timedOut
  /// Another program that handles the request didn't respond in time; it may have changed
  /// something.
  case externalTimeout
  /// Too many requests already wait for the client or another program.
  case tooManyPending
  /// The connection ended before the request was answered.
  case connectionEnded
  /// The server has no resource with this URI.
  case noResource(String)
  /// An error that the method itself reports.
  ///
  /// Its code is outside the range from −32768 to −32000, which JSON-RPC reserves.
  case failed(code: Int, message: String, data: JSONObject)
}

extension RPCError {
  /// The error code of the JSON-RPC response.
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

  /// The `error` member of the JSON-RPC response.
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
