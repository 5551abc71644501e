import IntentKit
import JSONText

/// The methods of the Model Context Protocol, of both its eras.
struct MCPRequestHandler: Sendable {
  /// How long what is listed may be kept, in milliseconds; who listens is told earlier.
  static let listLifetime: JSONValue = 60_000

  let tools: ToolList
  let caller: ToolCallHandler
  let resources: ResourceRequestHandler
  let info: ServerInfo

  init(
    intents: IntentCatalog,
    info: ServerInfo,
    live: ResourceMonitor?,
    tools selection: ToolSelection,
    pageSize: Int
  ) {
    resources = ResourceRequestHandler(
      catalog: ResourceCatalog(engine: intents.engine),
      subscriptions: live.map(SubscriptionRegistry.init),
      live: live,
      intents: intents,
      pageSize: pageSize
    )
    tools = ToolList(intents, selection, pageSize: pageSize)
    caller = ToolCallHandler(intents: intents, tools: tools)
    self.info = info
  }

  /// What `initialize` is answered.
  func initializeResult(for client: MCPClientInfo) -> JSONValue {
    var greeting: JSONObject = [
      "protocolVersion": .string(client.version), "capabilities": capabilities,
      "serverInfo": info.json,
    ]
    greeting["instructions"] = info.instructions.map { .string($0) }
    return .object(greeting)
  }

  private var capabilities: JSONValue {
    ["tools": tools.capabilities, "resources": resources.capabilities]
  }

  /// Judges a request by what its client said of itself.
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

  /// The error for a method of the protocol that comes before anything says that it is spoken; nil
  /// for any other method.
  static func errorBeforeInitialize(_ method: String) -> RPCError? {
    let areas = ["tools/", "resources/", "prompts/", "completion/", "logging/", "subscriptions/"]
    guard areas.contains(where: method.hasPrefix) else { return nil }
    return .invalidParameters(
      "\(method.quoted) needs an 'initialize' with 'protocolVersion' before it, or "
        + "\(MetaKey.version.quoted) in its '_meta'."
    )
  }

  private var discovery: JSONValue {
    var discovery: JSONObject = [
      "resultType": "complete",
      "supportedVersions": .array(MCPVersion.withoutHandshake.map { .string($0) }),
      "capabilities": capabilities, "ttlMs": Self.listLifetime, "cacheScope": "private",
      "_meta": [MetaKey.serverInfo: info.json],
    ]
    discovery["instructions"] = info.instructions.map { .string($0) }
    return .object(discovery)
  }
}

extension MCPClientInfo {
  /// A result with what its era wants beside it.
  func completed(_ result: JSONObject) -> JSONValue {
    guard case .perRequest = negotiation else { return .object(result) }
    let complete: JSONObject = ["resultType": "complete"]
    return .object(complete.merging(result))
  }

  /// A result that may be kept for a while.
  func cacheable(_ result: JSONObject, for lifetime: JSONValue = MCPRequestHandler.listLifetime)
    -> JSONValue
  {
    guard case .perRequest = negotiation else { return .object(result) }
    return completed(result.merging(["ttlMs": lifetime, "cacheScope": "private"]))
  }
}
