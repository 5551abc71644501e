import IntentKit
import JSONText

/// Handles all methods of the Model Context Protocol, for versions with and without a handshake.
struct MCPRequestHandler: Sendable {
  /// The time in milliseconds for which a client may cache a list, such as that of the tools.
  ///
  /// Clients that subscribe to changes are notified earlier.
  static let listLifetime: JSONValue = 60_000

  let tools: ToolList
  let caller: ToolCallHandler
  let resources: ResourceRequestHandler
  let info: ServerInfo

  init(
    intents: IntentCatalog,
    info: ServerInfo,
    monitor: ResourceMonitor?,
    tools selection: ToolSelection,
    pageSize: Int
  ) {
    resources = ResourceRequestHandler(
      catalog: ResourceCatalog(engine: intents.engine),
      subscriptions: monitor.map(SubscriptionRegistry.init),
      monitor: monitor,
      intents: intents,
      pageSize: pageSize
    )
    tools = ToolList(intents, selection, pageSize: pageSize)
    caller = ToolCallHandler(intents: intents, tools: tools)
    self.info = info
  }

  /// Returns the result of an `initialize` request.
  func initializeResult(for client: MCPClientInfo) -> JSONValue {
    var result: JSONObject = [
      "protocolVersion": .string(client.version), "capabilities": capabilities,
      "serverInfo": info.json,
    ]
    result["instructions"] = info.instructions.map { .string($0) }
    return .object(result)
  }

  private var capabilities: JSONValue {
    ["tools": tools.capabilities, "resources": resources.capabilities]
  }

  /// Passes a request on to the handler of its method.
  func handle(
    _ request: RPCRequest,
    from client: MCPClientInfo,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult {
    switch (request.method, client.negotiation) {
    case ("server/discover", .perRequest): return .answer(discovery)
    case ("tools/list", _):
      let page = try tools.page(after: request.parameters.named["cursor"])
      return .answer(client.cacheable(page))
    case ("tools/call", _):
      return try caller.handle(request, from: client)
    default:
      if let work = try resources.handle(request, from: client, on: connection) { return work }
      throw .unknownMethod(request.method)
    }
  }

  /// Returns the error for an MCP method that was called before `initialize`; nil for other
  /// methods.
  static func errorBeforeInitialize(_ method: String) -> RPCError? {
    let areas = ["tools/", "resources/", "prompts/", "completion/", "logging/", "subscriptions/"]
    guard areas.contains(where: method.hasPrefix) else { return nil }
    return .notInitialized(method)
  }

  private var discovery: JSONValue {
    var discovery: JSONObject = [
      "resultType": "complete",
      "supportedVersions": .array(MCPVersion.withoutHandshake.map { .string($0) }),
      "capabilities": capabilities, "ttlMs": Self.listLifetime, "cacheScope": "private",
      "_meta": [MCPMetaKey.serverInfo: info.json],
    ]
    discovery["instructions"] = info.instructions.map { .string($0) }
    return .object(discovery)
  }
}

extension MCPClientInfo {
  /// Returns the result with a `resultType`, if the client's protocol version requires it.
  func completed(_ result: JSONObject) -> JSONValue {
    guard case .perRequest = negotiation else { return .object(result) }
    let complete: JSONObject = ["resultType": "complete"]
    return .object(complete.merging(result))
  }

  /// Returns the result with the time for which it may be cached, if the client's protocol version
  /// supports that.
  func cacheable(_ result: JSONObject, for lifetime: JSONValue = MCPRequestHandler.listLifetime)
    -> JSONValue
  {
    guard case .perRequest = negotiation else { return .object(result) }
    return completed(result.merging(["ttlMs": lifetime, "cacheScope": "private"]))
  }
}
