public import JSONText

/// What stood in the way of a call.
public struct OutcomeError: Error, Sendable, Equatable {
  /// Whose fault it is, which decides exit and JSON-RPC codes.
  public enum Kind: Sendable {
    /// The call was understood and could not be done.
    case failure
    /// The call could not be finished, and may yet be done without being asked for again.
    case uncertain
    /// The caller gave something that cannot be right.
    case badInput
    /// The caller asked for something that is not here.
    case unknownIntent
  }

  /// Whose fault it is.
  public let kind: Kind
  /// A stable word, such as `tagAmbiguous`.
  public let code: String
  /// One sentence: what failed, on what, what to do.
  public let message: String
  /// Facts about it.
  public let data: JSONObject

  /// Makes an error.
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

  /// The error as an outcome has it.
  public var json: JSONValue {
    var json: JSONObject = ["code": .string(code), "message": .string(message)]
    if !data.isEmpty { json["data"] = .object(data) }
    return .object(json)
  }
}
