public import IntentKit
public import JSONText

/// A method of a program's own, beside its intents; it reads something and changes nothing.
public struct CustomMethod: Sendable {
  /// Answers the parameters that it is given by name.
  public typealias Body = @Sendable (JSONObject) async throws(OutcomeError) -> JSONValue

  private let summary: String
  private let parameters: [String]
  private let body: Body

  /// Makes a method of what it does; what it throws is told as the error of a call.
  ///
  /// - Parameters:
  ///   - summary: what it does, in a sentence.
  ///   - parameters: the names of those that it takes, all texts; all others are refused.
  public init(_ summary: String, _ parameters: [String], _ body: @escaping Body) {
    self.summary = summary
    self.parameters = parameters
    self.body = body
  }

  func description(named name: String) -> MethodDescription {
    let text: JSONValue = ["type": "string"]
    var schemas = JSONObject()
    for parameter in parameters { schemas[parameter] = text }
    return MethodDescription(name, summary, schemas)
  }

  func handle(_ request: RPCRequest) throws(RPCError) -> RPCHandlerResult {
    try request.parameters.named.rejectUnknownParameters(except: parameters, in: request)
    return .task(
      RPCTask(.unordered) { _ throws(RPCError) in
        do throws(OutcomeError) {
          return try await body(request.parameters.named)
        } catch {
          throw RPCError(error)
        }
      }
    )
  }
}
