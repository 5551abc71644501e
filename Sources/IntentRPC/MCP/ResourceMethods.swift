import IntentKit
import JSONText

/// The methods of the Model Context Protocol about resources.
struct ResourceMethods: Sendable {
  let catalogue: ResourceCatalogue
  /// Nil where changes cannot be told.
  let subscriptions: Subscriptions?
  let live: LiveResources?
  let intents: ServedIntents
  let pageSize: Int

  var capabilities: JSONValue {
    subscriptions == nil ? [:] : ["subscribe": true]
  }

  /// Judges a request; nil for a method that is about something else.
  func work(
    for request: RPCRequest,
    from client: MCPClient,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCWork? {
    switch (request.method, client.era) {
    case ("resources/list", _):
      .task(
        RPCTask(.any) { _ throws(RPCError) in
          try list("resources", await catalogue.list(), request, client) {
            ["uri": .string($0.uri)]
          }
        }
      )
    case ("resources/templates/list", _):
      .task(
        RPCTask(.any) { _ throws(RPCError) in
          try list("resourceTemplates", await catalogue.templates(), request, client) {
            ["uriTemplate": .string($0.uri)]
          }
        }
      )
    case ("resources/read", _): read(request, client)
    case ("resources/subscribe", .handshake): try subscribe(request, client, connection)
    case ("resources/unsubscribe", .handshake): try unsubscribe(request)
    case ("subscriptions/listen", .request): listen(request, client)
    default: nil
    }
  }

  private func list(
    _ member: String,
    _ resources: [Resource],
    _ request: RPCRequest,
    _ client: MCPClient,
    _ place: (Resource) -> JSONObject
  ) throws(RPCError) -> JSONValue {
    let items = resources.map { resource in
      Pages.Item(name: resource.uri, json: .object(place(resource).merging(resource.facts)))
    }
    let pages = Pages(member: member, items: items, size: pageSize)
    return client.listed(try pages.page(after: request.parameters.named["cursor"]))
  }

  private func read(_ request: RPCRequest, _ client: MCPClient) -> RPCWork {
    .task(
      RPCTask(.read) { _ throws(RPCError) in
        let uri = try uri(of: request)
        do throws(RPCError) {
          let now = try await catalogue.read(uri)
          var content: JSONObject = [
            "uri": .string(uri), "mimeType": "application/json", "text": .string(now.value.text()),
          ]
          if !now.meta.isEmpty { content["_meta"] = .object(now.meta) }
          // It may change with the next call of anybody.
          return client.listed(["contents": [.object(content)]], for: 0)
        } catch {
          throw error.told(to: client)
        }
      }
    )
  }

  private func subscribe(
    _ request: RPCRequest,
    _ client: MCPClient,
    _ connection: RPCConnection
  ) throws(RPCError) -> RPCWork {
    guard let subscriptions else { throw .unknownMethod(request.method) }
    let uri = try uri(of: request)
    let gate = ReplyGate { connection.notify($0) }
    let update = Self.update(of: uri)
    let wish = subscriptions.wish(uri)
    return .task(
      RPCTask(.any, afterwards: gate.open) { _ throws(RPCError) in
        do throws(RPCError) {
          _ = try await subscriptions.add(uri, wish) { uri, now in
            gate.tell(Self.update(of: uri, now.meta), about: uri)
          } fail: { uri, _ in
            gate.tell(update, about: uri)
          } end: { _ in
            // The protocol has no word for it; who reads once more is told what is the matter.
            gate.tell(update, about: uri)
          }
          return [:]
        } catch {
          throw error.told(to: client)
        }
      }
    )
  }

  private func unsubscribe(_ request: RPCRequest) throws(RPCError) -> RPCWork {
    guard let subscriptions else { throw .unknownMethod(request.method) }
    let uri = try uri(of: request)
    let wish = subscriptions.wish(uri)
    return .task(
      RPCTask(.any) { _ in
        await subscriptions.remove(uri, wish)
        return [:]
      }
    )
  }

  private func uri(of request: RPCRequest) throws(RPCError) -> String {
    guard let uri = request.parameters.named["uri"]?.string else {
      throw .invalidParameters("\(request.method.quoted) needs 'uri', a text.")
    }
    return uri
  }
}

extension Resource {
  fileprivate var facts: JSONObject {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "mimeType": .string(mimeType),
    ]
  }
}

extension RPCError {
  /// The error as the client's era has it: a missing resource had a number of its own once.
  fileprivate func told(to client: MCPClient) -> RPCError {
    guard case .noResource(let uri) = self, case .handshake = client.era else { return self }
    return .failed(
      code: RPCErrorCode.resourceNotFound.rawValue,
      message: message,
      data: ["uri": .string(uri)]
    )
  }
}
