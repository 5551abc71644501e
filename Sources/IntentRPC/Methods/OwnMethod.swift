public import IntentKit
public import JSONText

/// A method of a program's own, beside its intents; it reads something and changes nothing.
public struct OwnMethod: Sendable {
  /// Answers the parameters that it is given by name.
  public typealias Body = @Sendable (JSONObject) async throws(OutcomeError) -> JSONValue

  let body: Body

  /// Makes a method of what it does; what it throws is told as the error of a call.
  public init(_ body: @escaping Body) {
    self.body = body
  }

  func work(for request: RPCRequest) -> RPCWork {
    .task(
      RPCTask(.any) { _ throws(RPCError) in
        do throws(OutcomeError) {
          return try await body(request.parameters.named)
        } catch {
          throw RPCError(error)
        }
      }
    )
  }
}
