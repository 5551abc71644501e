import IntentKit
import JSONText

/// The methods by which a client of plain JSON-RPC is told of changes.
struct LiveMethods: Sendable {
  /// What is told of where a client names no resource.
  static let state: JSONValue = "minuta://state"

  let subscriptions: Subscriptions

  /// Judges a request; nil for a method that is about something else.
  func work(for request: RPCRequest, on connection: RPCConnection) throws(RPCError) -> RPCWork? {
    switch request.method {
    case "minuta/subscribe": subscribe(try uri(of: request), connection)
    case "minuta/unsubscribe": unsubscribe(try uri(of: request))
    default: nil
    }
  }

  private func subscribe(_ uri: String, _ connection: RPCConnection) -> RPCWork {
    let gate = ReplyGate { connection.notify($0) }
    let wish = subscriptions.wish(uri)
    return .task(
      RPCTask(.any, afterwards: gate.open) { _ throws(RPCError) in
        let now = try await subscriptions.add(uri, wish) { uri, now in
          gate.tell(Self.change(of: uri, now.members), about: uri)
        } fail: { uri, error in
          gate.tell(Self.change(of: uri, ["error": error.json]), about: uri)
        } end: { error in
          gate.tell(Self.change(of: uri, ["error": error.json]), about: uri)
        }
        let subject: JSONObject = ["uri": .string(uri)]
        return .object(subject.merging(now.members))
      }
    )
  }

  private func unsubscribe(_ uri: String) -> RPCWork {
    let wish = subscriptions.wish(uri)
    return .task(
      RPCTask(.any) { _ in
        await subscriptions.remove(uri, wish)
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
    try values.refuse(besides: ["uri"], of: request)
    guard let uri = (values["uri"] ?? Self.state).string else {
      throw .invalidParameters("'uri' of \(request.method.quoted) must be a text.")
    }
    return uri
  }
}
