import IntentKit
public import JSONText

/// Why a message is answered with an error.
public enum RPCError: Error, Sendable, Equatable {
  /// The bytes could not be cut into messages.
  case brokenFrame(FrameProblem)
  /// The message is not JSON.
  case malformedMessage(JSONError)
  /// The message is JSON and no request.
  case invalidRequest(RequestProblem)
  /// There is no method of this name.
  case unknownMethod(String)
  /// The parameters are not what the method takes, in one sentence.
  case invalidParameters(String)
  /// The client asks for a version of its protocol that is not served.
  case unsupportedVersion(String, supported: [String])
  /// The client cancelled the request.
  case cancelled
  /// The request was not begun in the time that it was given, and changed nothing.
  case timedOut
  /// Another program had not done it in the time that it was given; what it changed is not known.
  case externalTimeout
  /// As many requests wait for the client as may do so.
  case tooManyPending
  /// The connection ended before the request was done.
  case connectionEnded
  /// Nothing can be read under this URI.
  case noResource(String)
  /// The method's own error; its code lies outside −32768…−32000, which are reserved.
  case failed(code: Int, message: String, data: JSONObject)
}

extension RPCError {
  /// The number that tells errors apart.
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

  /// One sentence for a person.
  public var message: String {
    switch self {
    case .brokenFrame(let problem): problem.sentence
    case .malformedMessage(let error):
      "The message is not JSON we read: \(error.problem) at byte \(error.offset)."
    case .invalidRequest(let problem): problem.sentence
    case .unknownMethod(let name): "There is no method \(name.quoted)."
    case .invalidParameters(let sentence): sentence
    case .unsupportedVersion(let version, let supported):
      "The protocol version \(version.quoted) is not served; \(supported.joined(separator: ", ")) is."
    case .cancelled: "The request was cancelled."
    case .timedOut: "There was no time left to do it; nothing has changed."
    case .externalTimeout:
      "Its time was over before another program had done it; what that has changed is not known."
    case .tooManyPending:
      "\(RPCConnection.pendingLimit) requests wait for their client or for another program; "
        + "let one of them end first."
    case .connectionEnded: "The connection ended before the request was done."
    case .noResource(let uri): "There is no resource \(uri.quoted)."
    case .failed(_, let message, _): message
    }
  }

  /// The error as a reply has it.
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
