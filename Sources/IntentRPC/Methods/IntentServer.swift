public import IntentKit
import JSONText
import Synchronization
package import SystemCalls

/// Serves the intents of an engine to one client.
///
/// The server detects which protocol the client uses, and handles each request by that protocol.
/// All protocols call the intents through the same engine.
package final class IntentServer: RPCHandler {
  let intents: IntentCatalog
  let info: ServerInfo
  let session = Mutex(RPCSessionState.plain)
  let mcp: MCPRequestHandler
  let plain: JSONRPCRequestHandler

  /// - Parameters:
  ///   - changes: notifies the server when results may have changed; nil if changes can't be
  ///     detected.
  ///   - methods: the program's own methods by name, for clients of plain JSON-RPC.
  ///   - tools: the tools for clients of the Model Context Protocol.
  ///   - pageSize: the maximum number of tools on a page of the tool list.
  package init(
    _ engine: IntentEngine,
    as info: ServerInfo,
    changes: ChangeEventSource? = nil,
    methods: [String: CustomMethod] = [:],
    tools: ToolSelection = .all,
    pageSize: Int = 100
  ) async {
    intents = await IntentCatalog(engine)
    self.info = info
    let monitor = changes.map { changes in
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
      subscriptions: monitor.map {
        SubscriptionRequestHandler(subscriptions: SubscriptionRegistry($0))
      },
      customMethods: methods
    )
    mcp = MCPRequestHandler(
      intents: intents,
      info: info,
      monitor: monitor,
      tools: tools,
      pageSize: pageSize
    )
  }

  package var acceptsBatches: Bool {
    if case .mcp(let client) = session.withLock({ $0 }) { client.acceptsBatches } else { true }
  }

  package func handle(
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
    case .shutDown: throw .shutDown
    }
  }
}

extension RPCServer {
  /// Serves an engine's intents on standard input and output, until the input ends.
  ///
  /// Clients may use plain JSON-RPC or the Model Context Protocol. Both streams are reserved for
  /// the protocol: anything else that the program writes to standard output goes to standard error.
  /// From now on, the process ignores `SIGPIPE` and `SIGXFSZ`.
  ///
  /// - Parameters:
  ///   - changes: notifies the server when results may have changed; nil if changes can't be
  ///     detected.
  ///   - methods: the program's own methods by name, for clients of plain JSON-RPC.
  ///   - tools: the tools for clients of the Model Context Protocol.
  /// - Returns: The exit code: 0 at end of input; 1 if the output is closed or stalls, the input
  ///   fails, or a request didn't finish; 2 after a framing error.
  public static func serve(
    _ engine: IntentEngine,
    as info: ServerInfo,
    changes: ChangeEventSource? = nil,
    methods: [String: CustomMethod] = [:],
    tools: ToolSelection = .all
  ) async -> Int32 {
    await serve(
      engine,
      as: info,
      changes: changes,
      methods: methods,
      tools: tools,
      on: StandardStreams()
    )
  }

  /// Serves an engine's intents on the given streams, until the input ends.
  package static func serve(
    _ engine: IntentEngine,
    as info: ServerInfo,
    changes: ChangeEventSource?,
    methods: [String: CustomMethod],
    tools: ToolSelection,
    on streams: StandardStreams
  ) async -> Int32 {
    Signals.ignoreWriteSignals()
    let claimed: StandardStreams
    do throws(SystemError) {
      try await ThreadAndDescriptorCheck.reserve()
      claimed = try streams.claimed()
    } catch {
      return RPCServer.reportFailure(error, on: streams)
    }
    let handler = await IntentServer(
      engine,
      as: info,
      changes: changes,
      methods: methods,
      tools: tools
    )
    return await RPCServer(handler: handler, streams: claimed).run()
  }
}
