public import IntentKit
public import JSONText

/// A method that a program serves besides its intents.
///
/// It may only read.
public struct CustomMethod: Sendable {
  /// Handles a call with named parameters and returns the result.
  public typealias Body = @Sendable (JSONObject) async throws(OutcomeError) -> JSONValue

  private let summary: String
  private let parameters: [String]
  private let body: Body

  /// Creates a method.
  ///
  /// Errors that `body` throws become error responses.
  ///
  /// - Parameters:
  ///   - summary: a sentence that describes the method.
  ///   - parameters: the names of the parameters, all of which are strings. Other parameters are
  ///     rejected.
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
