import JSONText

extension ResourceMethods {
  /// Tells of resources until the request is cancelled or the connection ends.
  func listen(_ request: RPCRequest, _ client: MCPClient) -> RPCWork {
    let id: JSONObject = [MetaKey.subscription: request.id ?? .null]
    return .task(
      RPCTask(.open) { (turn) throws(RPCError) in
        guard let wanted = request.parameters.named["notifications"]?.object else {
          throw .invalidParameters("'subscriptions/listen' needs 'notifications', an object.")
        }
        let uris = await known(try Self.uris(in: wanted))
        let gate = ReplyGate { turn.notify($0) }
        let (failures, failure) = AsyncStream<RPCError>.makeStream()
        let numbers = try await subscribe(to: uris, id, gate, failure)
        let tellsTools = wanted["toolsListChanged"] == true && intents.canChange
        // What changes from the acknowledgement on is told.
        let changes = tellsTools ? intents.changes.stream() : nil
        turn.notify(acknowledgement(of: uris, tellsTools, id))
        gate.open()
        let tools = changes.map { changes in Task { await tell(of: changes, id, turn) } }
        defer { tools?.cancel() }
        let failed = await failures.first { _ in true }
        for number in numbers { await live?.unsubscribe(number) }
        if let failed { throw failed }
        return client.completed(["_meta": .object(id)])
      }
    )
  }

  /// Subscribes to all, or to none where one cannot be had.
  private func subscribe(
    to uris: [String],
    _ id: JSONObject,
    _ gate: ReplyGate,
    _ failure: AsyncStream<RPCError>.Continuation
  ) async throws(RPCError) -> [Int] {
    var numbers: [Int] = []
    guard let live else { return numbers }
    do throws(RPCError) {
      for uri in uris {
        let (number, _) = try await live.subscribe(uri) { uri, now in
          gate.tell(Self.update(of: uri, id.merging(now.meta)), about: uri)
        } fail: { uri, _ in
          gate.tell(Self.update(of: uri, id), about: uri)
        } end: { error in
          failure.yield(error)
        }
        numbers.append(number)
      }
      return numbers
    } catch {
      for number in numbers { await live.unsubscribe(number) }
      throw error
    }
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
    for uri in uris where await catalogue.call(for: uri) != nil && !known.contains(uri) {
      known.append(uri)
    }
    return known
  }

  /// Tells that the list of tools is another each time that it is.
  private func tell(of changes: AsyncStream<Void>, _ id: JSONObject, _ turn: RPCTurn) async {
    for await _ in changes { turn.notify(ToolList.change(id)) }
  }

  private func acknowledgement(
    of uris: [String],
    _ tellsTools: Bool,
    _ id: JSONObject
  ) -> RPCNotification {
    var agreed = JSONObject()
    if tellsTools { agreed["toolsListChanged"] = true }
    if !uris.isEmpty { agreed["resourceSubscriptions"] = .array(uris.map { .string($0) }) }
    return RPCNotification(
      "notifications/subscriptions/acknowledged",
      ["notifications": .object(agreed), "_meta": .object(id)]
    )
  }

  /// The notification that a resource has changed.
  static func update(of uri: String, _ meta: JSONObject = [:]) -> RPCNotification {
    var parameters: JSONObject = ["uri": .string(uri)]
    if !meta.isEmpty { parameters["_meta"] = .object(meta) }
    return RPCNotification("notifications/resources/updated", parameters)
  }
}
