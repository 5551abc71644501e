import IntentKit
import JSONText

/// Handles the plain JSON-RPC methods that begin and end subscriptions to changes.
struct SubscriptionRequestHandler: Sendable {
  /// The URI of the default resource, used if the client names none.
  static let state: JSONValue = "minuta://state"

  let subscriptions: SubscriptionRegistry

  /// Handles a request about subscriptions; returns nil for other methods.
  func handle(_ request: RPCRequest, on connection: RPCConnection) throws(RPCError)
    -> RPCHandlerResult?
  {
    switch request.method {
    case "minuta/subscribe": subscribe(try uri(of: request), connection)
    case "minuta/unsubscribe": unsubscribe(try uri(of: request))
    default: nil
    }
  }

  private func subscribe(_ uri: String, _ connection: RPCConnection) -> RPCHandlerResult {
    let buffer = NotificationBuffer { connection.notify($0) }
    let ticket = subscriptions.makeTicket(for: uri)
    return .task(
      RPCTask(.unordered, afterwards: buffer.flush) { _ throws(RPCError) in
        let now = try await subscriptions.add(uri, ticket) { uri, now in
          buffer.send(Self.change(of: uri, now.members), about: uri)
        } fail: { uri, error in
          buffer.send(Self.change(of: uri, ["error": error.json]), about: uri)
        } end: { error in
          buffer.send(Self.change(of: uri, ["error": error.json]), about: uri)
        }
        let subject: JSONObject = ["uri": .string(uri)]
        return .object(subject.merging(now.members))
      }
    )
  }

  private func unsubscribe(_ uri: String) -> RPCHandlerResult {
    let ticket = subscriptions.makeTicket(for: uri)
    return .task(
      RPCTask(.unordered) { _ in
        await subscriptions.remove(uri, ticket)
        return .null
      }
    )
  }

  private static func change(of uri: String, _ content: JSONObject) -> RPCNotification {
    let subject: JSONObject = ["uri": .string(uri)]
    return RPCNotification("minuta/changed", subject.merging(content))
  }

  private func uri(of request: RPCRequest) throws(RPCError) -> String {
    let values = request.parameters.named
    try values.rejectUnknownParameters(except: ["uri"], in: request)
    guard let uri = (values["uri"] ?? Self.state).string else {
      throw .wrongType(of: "uri", "a string", in: request.method)
    }
    return uri
  }
}
