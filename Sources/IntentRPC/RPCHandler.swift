public import JSONText

/// The methods that a server offers.
public protocol RPCHandler: Sendable {
  /// Does what a request or notification asks for.
  ///
  /// Messages of one connection come one after the other, in the order they were sent. What a
  /// notification is answered goes nowhere.
  ///
  /// - Returns: the result; null where there is nothing to tell.
  /// - Throws: `RPCError.unknownMethod` for a method it does not have.
  func answer(
    _ method: String,
    with parameters: RPCParameters
  ) async throws(RPCError) -> JSONValue
}
