import IntentKit
import JSONText

/// The methods of the Model Context Protocol, of both its eras.
struct MCPMethods: Sendable {
  /// How long what is listed may be kept, in milliseconds; intents come with the program.
  static let listLifetime: JSONValue = 3_600_000

  /// What the names of its methods begin with.
  static let areas = [
    "tools/", "resources/", "prompts/", "completion/", "logging/", "subscriptions/",
  ]

  let tools: ToolList
  let caller: ToolCaller
  let info: ServerInfo

  init(intents: ServedIntents, info: ServerInfo, pageSize: Int) {
    tools = ToolList(intents, pageSize: pageSize)
    caller = ToolCaller(intents: intents, tools: tools)
    self.info = info
  }

  /// What `initialize` is answered.
  func greeting(of client: MCPClient) -> JSONValue {
    var greeting: JSONObject = [
      "protocolVersion": .string(client.version), "capabilities": capabilities,
      "serverInfo": info.json,
    ]
    greeting["instructions"] = info.instructions.map { .string($0) }
    return .object(greeting)
  }

  private var capabilities: JSONValue { ["tools": ["listChanged": true]] }

  /// Judges a request by what its client said of itself.
  func work(for request: RPCRequest, from client: MCPClient, on connection: RPCConnection)
    -> RPCWork
  {
    switch (request.method, client.era) {
    case ("server/discover", .request): .answer(.success(discovery))
    case ("tools/list", _):
      .answer { () throws(RPCError) in
        client.listed(try tools.page(after: request.parameters.named["cursor"]))
      }
    case ("tools/call", _): caller.work(for: request, from: client, on: connection)
    default: .answer(.failure(.unknownMethod(request.method)))
    }
  }

  /// The error for a method of the protocol that comes before anything says that it is spoken; nil
  /// for any other method.
  static func misplaced(_ method: String) -> RPCError? {
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

extension MCPClient {
  /// A result with what its era wants beside it.
  func completed(_ result: JSONObject) -> JSONValue {
    guard case .request = era else { return .object(result) }
    let complete: JSONObject = ["resultType": "complete"]
    return .object(complete.merging(result))
  }

  /// A result that may be kept for a while.
  func listed(_ result: JSONObject, for lifetime: JSONValue = MCPMethods.listLifetime) -> JSONValue
  {
    guard case .request = era else { return .object(result) }
    return completed(result.merging(["ttlMs": lifetime, "cacheScope": "private"]))
  }
}
