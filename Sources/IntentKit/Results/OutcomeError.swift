public import JSONText

/// The error of a failed call, with a stable code and a message.
public struct OutcomeError: Error, Sendable, Equatable {
  /// The kinds of errors, which determine exit codes and JSON-RPC error codes.
  public enum Kind: Sendable {
    /// The call was valid but couldn't be completed.
    case failure
    /// It is unknown whether the call ran, and the call may still take effect later.
    case uncertain
    /// The caller's input was invalid.
    case badInput
    /// The caller named an unknown intent.
    case unknownIntent
  }

  /// The kind of error.
  public let kind: Kind
  /// A stable identifier of the error, such as `tagAmbiguous`.
  public let code: String
  /// A sentence or two for the user: the problem, then what to do about it.
  public let message: String
  /// Details of the error for programs to read.
  public let data: JSONObject

  /// Creates an error.
  public init(
    _ kind: Kind,
    code: String,
    message: String,
    data: JSONObject = JSONObject()
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.data = data
  }

  /// The error as JSON, which becomes part of the outcome.
  public var json: JSONValue {
    var json: JSONObject = ["code": .string(code), "message": .string(message)]
    if !data.isEmpty { json["data"] = .object(data) }
    return .object(json)
  }
}
