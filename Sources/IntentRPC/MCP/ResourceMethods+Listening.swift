import JSONText

extension ResourceMethods {
  /// Tells of resources until the request is cancelled or the connection ends.
  func listen(
    _ request: RPCRequest,
    _ client: MCPClient,
    _ connection: RPCConnection
  ) -> RPCWork {
    let id: JSONObject = [MetaKey.subscription: request.id ?? .null]
    return .task(
      RPCTask(.open) { _ throws(RPCError) in
        guard let wanted = request.parameters.named["notifications"]?.object else {
          throw .invalidParameters("'subscriptions/listen' needs 'notifications', an object.")
        }
        let uris = try Self.uris(in: wanted)
        let isKnown = await known(uris)
        connection.notify(acknowledgement(of: isKnown, id))
        var numbers: [Int] = []
        for uri in isKnown {
          guard let live else { break }
          let (number, _) = try await live.subscribe(uri) { uri, _ in
            connection.notify(Self.update(of: uri, id))
          }
          numbers.append(number)
        }
        await untilCancelled()
        for number in numbers { await live?.unsubscribe(number) }
        return client.completed(["_meta": .object(id)])
      }
    )
  }

  private static func uris(in wanted: JSONObject) throws(RPCError) -> [String] {
    guard let listed = wanted["resourceSubscriptions"], listed != .null else { return [] }
    guard let elements = listed.array, case let uris = elements.compactMap(\.string),
      uris.count == elements.count
    else { throw .invalidParameters("'resourceSubscriptions' must be a list of URIs.") }
    return uris
  }

  /// Those that can be told of; no others are acknowledged.
  private func known(_ uris: [String]) async -> [String] {
    guard live != nil else { return [] }
    var known: [String] = []
    for uri in uris where await catalogue.call(for: uri) != nil { known.append(uri) }
    return known
  }

  private func acknowledgement(of uris: [String], _ id: JSONObject) -> RPCNotification {
    var agreed = JSONObject()
    if !uris.isEmpty { agreed["resourceSubscriptions"] = .array(uris.map { .string($0) }) }
    return RPCNotification(
      "notifications/subscriptions/acknowledged",
      ["notifications": .object(agreed), "_meta": .object(id)]
    )
  }

  private static func update(of uri: String, _ id: JSONObject) -> RPCNotification {
    RPCNotification(
      "notifications/resources/updated",
      ["uri": .string(uri), "_meta": .object(id)]
    )
  }

  private func untilCancelled() async {
    let (never, _) = AsyncStream<Never>.makeStream()
    for await _ in never {}
  }
}
