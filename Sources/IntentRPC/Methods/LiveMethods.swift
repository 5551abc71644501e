import IntentKit
import JSONText

/// The methods by which a client of plain JSON-RPC is told of changes.
struct LiveMethods: Sendable {
  /// What is told of where a client names no resource.
  static let state: JSONValue = "minuta://state"

  let subscriptions: Subscriptions

  /// Judges a request; nil for a method that is about something else.
  func work(for request: RPCRequest, on connection: RPCConnection) -> RPCWork? {
    switch request.method {
    case "minuta/subscribe":
      let gate = ReplyGate(connection)
      return .task(
        RPCTask(.any, afterwards: gate.open) { _ throws(RPCError) in
          let uri = try uri(of: request)
          let value = try await subscriptions.add(uri) { uri, value in
            gate.tell(RPCNotification("minuta/changed", ["uri": .string(uri), "value": value]))
          }
          return ["uri": .string(uri), "value": value]
        }
      )
    case "minuta/unsubscribe":
      return .task(
        RPCTask(.any) { _ throws(RPCError) in
          await subscriptions.remove(try uri(of: request))
          return .null
        }
      )
    default: return nil
    }
  }

  private func uri(of request: RPCRequest) throws(RPCError) -> String {
    guard let uri = (request.parameters.named["uri"] ?? Self.state).string else {
      throw .invalidParameters("'uri' of \(request.method.quoted) must be a text.")
    }
    return uri
  }
}
