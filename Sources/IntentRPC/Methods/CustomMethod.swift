public import IntentKit
public import JSONText

/// A method that a program adds to its server, besides the intents.
///
/// The method must not change any data.
public struct CustomMethod: Sendable {
  /// The body of a method: takes its named parameters and returns its result.
  public typealias Body = @Sendable (JSONObject) async throws(Failure) -> JSONValue

  private let summary: String
  private let parameters: [String]
  private let body: Body

  /// Creates a method.
  ///
  /// Errors that `body` throws become error responses.
  ///
  /// - Parameters:
  ///   - summary: a sentence that describes the method.
  ///   - parameters: the names of the parameters. Each is a string; a call with other parameters is
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
        do throws(Failure) {
          return try await body(request.parameters.named)
        } catch {
          throw RPCError(error)
        }
      }
    )
  }
}
