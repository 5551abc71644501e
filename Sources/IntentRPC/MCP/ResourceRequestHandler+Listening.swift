import JSONText
import SystemCalls

extension ResourceRequestHandler {
  /// Handles a subscription request.
  ///
  /// It sends the requested notifications until the request is cancelled or the connection ends.
  func listen(_ request: RPCRequest, _ client: MCPClientInfo) -> RPCHandlerResult {
    let id: JSONObject = [MCPMetaKey.subscription: request.id ?? .null]
    return .task(
      RPCTask(.longLived) { (context) throws(RPCError) in
        guard let wanted = request.parameters.named["notifications"]?.object else {
          throw .missing("notifications", "object", in: request.method)
        }
        let uris = await known(try Self.uris(in: wanted, of: request))
        let buffer = NotificationBuffer { context.notify($0) }
        let (failures, failure) = AsyncStream<RPCError>.makeStream()
        let numbers = try await subscribe(to: uris, id, buffer, failure)
        let includesToolChanges = wanted["toolsListChanged"] == true && intents.canChange
        // Start listening before confirming the subscription, so no later change is missed.
        let changes = includesToolChanges ? intents.changes.stream() : nil
        context.notify(acknowledgement(of: uris, includesToolChanges, id))
        buffer.flush()
        let tools = changes.map { changes in Task { await forward(changes, id, context) } }
        defer { tools?.cancel() }
        let failed = await failures.first { _ in true }
        for number in numbers { await monitor?.unsubscribe(number) }
        if let failed { throw failed }
        return client.completed(["_meta": .object(id)])
      }
    )
  }

  /// Subscribes to the resources at all URIs; if one fails, undoes the other subscriptions.
  private func subscribe(
    to uris: [String],
    _ id: JSONObject,
    _ buffer: NotificationBuffer,
    _ failure: AsyncStream<RPCError>.Continuation
  ) async throws(RPCError) -> [Int] {
    var numbers: [Int] = []
    guard let monitor else { return numbers }
    do throws(RPCError) {
      for uri in uris {
        let (number, _) = try await monitor.subscribe(uri) { uri, now in
          buffer.send(Self.update(of: uri, id.merging(now.meta)), about: uri)
        } fail: { uri, _ in
          buffer.send(Self.update(of: uri, id), about: uri)
        } end: { error in
          failure.yield(error)
        }
        numbers.append(number)
      }
      return numbers
    } catch {
      for number in numbers { await monitor.unsubscribe(number) }
      throw error
    }
  }

  private static func uris(
    in wanted: JSONObject,
    of request: RPCRequest
  ) throws(RPCError) -> [String] {
    guard let listed = wanted["resourceSubscriptions"], listed != .null else { return [] }
    guard let elements = listed.array, case let uris = elements.compactMap(\.string),
      uris.count == elements.count
    else {
      throw .wrongType(of: "resourceSubscriptions", "an array of strings", in: request.method)
    }
    return uris
  }

  /// Returns those of the URIs that have a resource; only these are confirmed to the client.
  private func known(_ uris: [String]) async -> [String] {
    guard monitor != nil else { return [] }
    var known: [String] = []
    for uri in uris where await catalog.call(for: uri) != nil && !known.contains(uri) {
      known.append(uri)
    }
    return known
  }

  /// Sends the client a notification each time the list of tools changes.
  private func forward(_ changes: AsyncStream<Void>, _ id: JSONObject, _ context: RequestContext)
    async
  {
    for await _ in changes { context.notify(ToolList.change(id)) }
  }

  private func acknowledgement(
    of uris: [String],
    _ includesToolChanges: Bool,
    _ id: JSONObject
  ) -> RPCNotification {
    var agreed = JSONObject()
    if includesToolChanges { agreed["toolsListChanged"] = true }
    if !uris.isEmpty { agreed["resourceSubscriptions"] = .array(uris.map { .string($0) }) }
    return RPCNotification(
      "notifications/subscriptions/acknowledged",
      ["notifications": .object(agreed), "_meta": .object(id)]
    )
  }

  /// Returns the notification that the resource at a URI has changed.
  static func update(of uri: String, _ meta: JSONObject = [:]) -> RPCNotification {
    var parameters: JSONObject = ["uri": .string(uri)]
    if !meta.isEmpty { parameters["_meta"] = .object(meta) }
    return RPCNotification("notifications/resources/updated", parameters)
  }
}
