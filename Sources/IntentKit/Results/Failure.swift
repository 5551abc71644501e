public import JSONText

/// The reason why a call or a command failed.
///
/// Static functions such as `unknownIntent(_:near:)` make failures. Each of them states the code,
/// the message and the data of its failure in one place.
public struct Failure: Error, Sendable, Equatable {
  /// The kinds of failures, which determine exit codes and JSON-RPC error codes.
  public enum Kind: Sendable {
    /// The call was valid but couldn't be completed.
    case failed
    /// It is unknown whether the call ran, and the call may still take effect later.
    case uncertain
    /// The caller's input was invalid.
    case badInput
    /// The caller's input lacks a required value.
    case missingInput
    /// The call needs an answer, such as a confirmation, and nobody can be asked.
    case needsInput
    /// The caller named an unknown intent.
    case unknownIntent
    /// A resource that the call needs is in use; the caller may retry later.
    case busy
    /// The call timed out.
    case timeout
    /// The caller cancelled the call before it completed.
    case cancelled
  }

  /// The kind of failure.
  public let kind: Kind
  /// A stable identifier of the failure, such as `tagAmbiguous`.
  public let code: String
  /// A sentence or two for the user: the problem, then what to do about it, with commands.
  public let notice: Notice
  /// Details of the failure for programs to read.
  public let data: JSONObject
  /// The input that would let the call succeed; nil if no input is known to.
  ///
  /// A caller that can't supply input receives the failure itself.
  public let inputRequest: InputRequest?
  /// The invalid values in the caller's JSON; empty if the failure has another cause.
  package let problems: [ValidationError]
  /// Lines for a person below the message, such as the usage of a command; not part of the JSON.
  package private(set) var explanation: [String] = []

  /// Creates a failure.
  public init(
    _ kind: Kind = .failed,
    code: String,
    message: some NoticeConvertible,
    data: JSONObject = JSONObject(),
    inputRequest: InputRequest? = nil,
    problems: [ValidationError] = []
  ) {
    self.kind = kind
    self.code = code
    notice = message.notice
    self.data = data
    self.inputRequest = inputRequest
    self.problems = problems
  }

  /// The notice as one text, whose commands are on lines of their own.
  public var message: String { notice.text }

  /// Returns the failure with a request for the argument that would let the call succeed.
  ///
  /// A call that lacks only a confirmation needs input, whatever its failure is.
  ///
  /// - Parameter question: the request's message; nil for that of the failure.
  public func requesting(
    _ parameter: String,
    schema: JSONValue,
    question: String? = nil
  ) -> Failure {
    Failure(
      parameter == "confirm" ? .needsInput : kind,
      code: code,
      message: notice,
      data: data,
      inputRequest: InputRequest(question ?? message, parameter: parameter, schema: schema),
      problems: problems
    )
  }

  /// Returns the failure with lines below its message.
  package func explained(_ lines: [String]) -> Failure {
    var other = self
    other.explanation += lines
    return other
  }

  /// The first invalid value in the caller's JSON; nil if the failure has another cause.
  package var problem: ValidationError? { problems.first }

  /// The failure as JSON, which becomes part of the outcome.
  public var json: JSONValue {
    var json: JSONObject = ["code": .string(code), "message": .string(message)]
    if !data.isEmpty { json["data"] = .object(data) }
    return .object(json)
  }
}
