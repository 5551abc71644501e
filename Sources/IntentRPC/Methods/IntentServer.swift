public import IntentKit
import JSONText
import Synchronization
import SystemCalls

/// The intents of an engine, served to one client.
///
/// It finds out by which protocol a request comes, and judges it by that. However it comes, a call
/// goes the same way through the engine.
package final class IntentServer: RPCHandler {
  let intents: IntentCatalog
  let info: ServerInfo
  let session = Mutex(ClientSession.plain)
  let mcp: MCPRequestHandler
  let plain: JSONRPCRequestHandler
  private let responseCache = ResponseCache()

  /// - Parameters:
  ///   - changes: where changes are learned from; nil where none can be told.
  ///   - methods: the program's own, by their names; for clients of plain JSON-RPC.
  ///   - tools: the tools for clients of the Model Context Protocol.
  ///   - pageSize: tools that a list of them has at once.
  package init(
    _ engine: IntentEngine,
    as info: ServerInfo,
    changes: ChangeSource? = nil,
    methods: [String: CustomMethod] = [:],
    tools: ToolSelection = .all,
    pageSize: Int = 100
  ) async {
    intents = await IntentCatalog(engine)
    self.info = info
    let live = changes.map { changes in
      ResourceMonitor(
        ResourceCatalog(engine: engine),
        now: changes.now,
        timeZone: changes.timeZone,
        ticks: changes.ticks
      )
    }
    plain = JSONRPCRequestHandler(
      intents: intents,
      info: info,
      live: live.map { SubscriptionRequestHandler(subscriptions: SubscriptionRegistry($0)) },
      own: methods
    )
    mcp = MCPRequestHandler(
      intents: intents,
      info: info,
      live: live,
      tools: tools,
      pageSize: pageSize
    )
  }

  package var acceptsBatches: Bool {
    if case .mcp(let client) = session.withLock({ $0 }) { client.acceptsBatches } else { true }
  }

  package func cachedResponse(for request: RPCRequest, generation: Int) -> JSONBytes? {
    responseCache.response(for: cacheKey(for: request), generation: generation, by: intents.engine)
  }

  private func cacheKey(for request: RPCRequest) -> ResponseCache.Key {
    ResponseCache.Key(
      session: session.withLock { $0.kind },
      method: request.method,
      parameters: request.parameters
    )
  }

  package func handle(
    _ request: RPCRequest,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult {
    let key = cacheKey(for: request)
    let work = try dispatch(request, on: connection)
    guard case .task(var task) = work else { return work }
    task.cacheResponse = { [responseCache] in responseCache.insert($0, for: key, stamp: $1) }
    return .task(task)
  }

  private func dispatch(
    _ request: RPCRequest,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult {
    if let work = try handleLifecycle(request, connection) { return work }
    if let client = try MCPClientInfo(request) {
      return try mcp.handle(request, from: client, on: connection)
    }
    switch session.withLock({ $0 }) {
    case .mcp(let client): return try mcp.handle(request, from: client, on: connection)
    case .editor(let canAnswer):
      return try plain.handle(request, canRequestInput: canAnswer, on: connection)
    case .plain: return try plain.handle(request, canRequestInput: false, on: connection)
    case .shutDown: throw .invalidRequest(.shutDown)
    }
  }
}

extension RPCServer {
  /// Serves an engine's intents on standard input and output, over plain JSON-RPC and the Model
  /// Context Protocol, until the input ends.
  ///
  /// The streams are taken for this alone: what else the program writes to standard output lands in
  /// standard error. `SIGPIPE` and `SIGXFSZ` are ignored from here on.
  ///
  /// - Parameters:
  ///   - changes: where changes are learned from; nil where none can be told.
  ///   - methods: the program's own, by their names; for clients of plain JSON-RPC.
  ///   - tools: the tools for clients of the Model Context Protocol.
  /// - Returns: the exit code, as `run` tells it.
  public static func serve(
    _ engine: IntentEngine,
    as info: ServerInfo,
    changes: ChangeSource? = nil,
    methods: [String: CustomMethod] = [:],
    tools: ToolSelection = .all
  ) async -> Int32 {
    Signals.ignoreWriteSignals()
    let streams: (input: CInt, output: CInt)
    do throws(SystemError) {
      try await RuntimeResources.reserve()
      streams = try StandardStreams.claim()
    } catch {
      return RPCServer.reportFailure(error)
    }
    let handler = await IntentServer(
      engine,
      as: info,
      changes: changes,
      methods: methods,
      tools: tools
    )
    return await RPCServer(handler: handler, input: streams.input, output: streams.output).run()
  }
}
