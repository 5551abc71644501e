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
    case .noResource(let uri): "There is no resource \(uri.quoted)."
    case .failed(_, let message, _): message
    }
  }

  /// The error as a reply has it.
  public var json: JSONValue {
    var json: JSONObject = ["code": .number(JSONNumber(code)), "message": .string(message)]
    if case .failed(_, _, let data) = self, !data.isEmpty { json["data"] = .object(data) }
    return .object(json)
  }
}
