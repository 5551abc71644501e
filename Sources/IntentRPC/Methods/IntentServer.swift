public import IntentKit
import JSONText
import Synchronization
import SystemCalls

/// The intents of an engine, served to one client.
///
/// It finds out by which protocol a request comes, and judges it by that. However it comes, a call
/// goes the same way through the engine.
package final class IntentServer: RPCHandler {
  let intents: ServedIntents
  let info: ServerInfo
  let session = Mutex(Session.plain)
  let mcp: MCPMethods
  let plain: PlainMethods
  private let known = KnownAnswers()

  /// - Parameters:
  ///   - changes: where changes are learned from; nil where none can be told.
  ///   - methods: the program's own, by their names; for clients of plain JSON-RPC.
  ///   - tools: the tools for clients of the Model Context Protocol.
  ///   - pageSize: tools that a list of them has at once.
  package init(
    _ engine: IntentEngine,
    as info: ServerInfo,
    changes: ChangeSource? = nil,
    methods: [String: OwnMethod] = [:],
    tools: ToolOffer = .all,
    pageSize: Int = 100
  ) async {
    intents = await ServedIntents(engine)
    self.info = info
    let live = changes.map { changes in
      LiveResources(
        ResourceCatalogue(engine: engine),
        now: changes.now,
        timeZone: changes.timeZone,
        ticks: changes.ticks
      )
    }
    plain = PlainMethods(
      intents: intents,
      info: info,
      live: live.map { LiveMethods(subscriptions: Subscriptions($0)) },
      own: methods
    )
    mcp = MCPMethods(intents: intents, info: info, live: live, tools: tools, pageSize: pageSize)
  }

  package var takesArrays: Bool {
    if case .mcp(let client) = session.withLock({ $0 }) { client.takesArrays } else { true }
  }

  package func known(_ request: RPCRequest, at look: Int) -> JSONBytes? {
    known.answer(to: question(request), at: look, by: intents.engine)
  }

  private func question(_ request: RPCRequest) -> KnownAnswers.Question {
    KnownAnswers.Question(
      session: session.withLock { $0.kind },
      method: request.method,
      parameters: request.parameters
    )
  }

  package func work(
    for request: RPCRequest,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCWork {
    let question = question(request)
    let work = try judge(request, on: connection)
    guard case .task(var task) = work else { return work }
    task.learn = { [known] in known.take($0, to: question, stamp: $1) }
    return .task(task)
  }

  private func judge(
    _ request: RPCRequest,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCWork {
    if let work = try lifeCycle(request, connection) { return work }
    if let client = try MCPClient(request) {
      return try mcp.work(for: request, from: client, on: connection)
    }
    switch session.withLock({ $0 }) {
    case .mcp(let client): return try mcp.work(for: request, from: client, on: connection)
    case .editor(let canAnswer):
      return try plain.work(for: request, canAsk: canAnswer, on: connection)
    case .plain: return try plain.work(for: request, canAsk: false, on: connection)
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
    methods: [String: OwnMethod] = [:],
    tools: ToolOffer = .all
  ) async -> Int32 {
    Signals.makeFailedWritesErrors()
    let streams: (input: CInt, output: CInt)
    do throws(SystemError) {
      try await RuntimeResources.reserve()
      streams = try StandardStreams.take()
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
