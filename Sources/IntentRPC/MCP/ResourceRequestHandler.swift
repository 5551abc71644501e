import IntentKit
import JSONText

/// Handles the MCP methods that list, read and subscribe to resources.
struct ResourceRequestHandler: Sendable {
  let catalog: ResourceCatalog
  /// The client's subscriptions; nil if the server can't detect changes.
  let subscriptions: SubscriptionRegistry?
  let monitor: ResourceMonitor?
  let intents: IntentCatalog
  let pageSize: Int

  var capabilities: JSONValue {
    subscriptions == nil ? [:] : ["subscribe": true]
  }

  /// Handles a request about resources; returns nil for other methods.
  func handle(
    _ request: RPCRequest,
    from client: MCPClientInfo,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult? {
    switch (request.method, client.negotiation) {
    case ("resources/list", _):
      .task(
        RPCTask(.unordered) { _ throws(RPCError) in
          try list("resources", await catalog.list(), request, client) {
            ["uri": .string($0.uri)]
          }
        }
      )
    case ("resources/templates/list", _):
      .task(
        RPCTask(.unordered) { _ throws(RPCError) in
          try list("resourceTemplates", await catalog.templates(), request, client) {
            ["uriTemplate": .string($0.uri)]
          }
        }
      )
    case ("resources/read", _): read(request, client)
    case ("resources/subscribe", .handshake): try subscribe(request, client, connection)
    case ("resources/unsubscribe", .handshake): try unsubscribe(request)
    case ("subscriptions/listen", .perRequest): listen(request, client)
    default: nil
    }
  }

  private func list(
    _ member: String,
    _ resources: [Resource],
    _ request: RPCRequest,
    _ client: MCPClientInfo,
    _ uriMember: (Resource) -> JSONObject
  ) throws(RPCError) -> JSONValue {
    let items = resources.map { resource in
      Paginator.Item(name: resource.uri, json: .object(uriMember(resource).merging(resource.facts)))
    }
    let pages = Paginator(member: member, items: items, size: pageSize)
    return client.cacheable(try pages.page(after: request.parameters.named["cursor"]))
  }

  private func read(_ request: RPCRequest, _ client: MCPClientInfo) -> RPCHandlerResult {
    .task(
      RPCTask(.read) { _ throws(RPCError) in
        let uri = try uri(of: request)
        do throws(RPCError) {
          let now = try await catalog.read(uri)
          var content = now.contents(uri)
          if !now.meta.isEmpty { content["_meta"] = .object(now.meta) }
          // Forbid the client to cache the content, because any call may change it.
          return client.cacheable(["contents": [.object(content)]], for: 0)
        } catch {
          throw error.adapted(to: client, uri)
        }
      }
    )
  }

  private func subscribe(
    _ request: RPCRequest,
    _ client: MCPClientInfo,
    _ connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult {
    guard let subscriptions else { throw .unknownMethod(request.method) }
    let uri = try uri(of: request)
    let buffer = NotificationBuffer { connection.notify($0) }
    let update = Self.update(of: uri)
    let ticket = subscriptions.makeTicket(for: uri)
    return .task(
      RPCTask(.unordered, afterwards: buffer.flush) { _ throws(RPCError) in
        do throws(RPCError) {
          _ = try await subscriptions.add(uri, ticket) { uri, now in
            buffer.send(Self.update(of: uri, now.meta), about: uri)
          } fail: { uri, _ in
            buffer.send(update, about: uri)
          } end: { _ in
            // MCP has no notification for the end of a subscription. Send one about a change
            // instead: the client then reads the resource and gets the error.
            buffer.send(update, about: uri)
          }
          return [:]
        } catch {
          throw error.adapted(to: client, uri)
        }
      }
    )
  }

  private func unsubscribe(_ request: RPCRequest) throws(RPCError) -> RPCHandlerResult {
    guard let subscriptions else { throw .unknownMethod(request.method) }
    let uri = try uri(of: request)
    let ticket = subscriptions.makeTicket(for: uri)
    return .task(
      RPCTask(.unordered) { _ in
        await subscriptions.remove(uri, ticket)
        return [:]
      }
    )
  }

  private func uri(of request: RPCRequest) throws(RPCError) -> String {
    guard let uri = request.parameters.named["uri"]?.string else {
      throw .missing("uri", "string", in: request.method)
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

extension ResourceSnapshot {
  /// Returns the resource as MCP clients read it: the file in its value, or the value as JSON.
  fileprivate func contents(_ uri: String) -> JSONObject {
    file?.contents(in: value, uri: uri)
      ?? ["uri": .string(uri), "mimeType": "application/json", "text": .string(value.text())]
  }
}

extension RPCError {
  /// Returns the error about a resource with the code that the client's protocol version defines.
  ///
  /// Versions with a handshake have a code of their own for a missing resource.
  fileprivate func adapted(to client: MCPClientInfo, _ uri: String) -> RPCError {
    guard self == .noResource(uri), case .handshake = client.negotiation else { return self }
    return RPCError(.resourceNotFound, message, data: ["uri": .string(uri)])
  }
}
