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
  private let plain: PlainMethods

  /// - Parameter pageSize: tools that a list of them has at once.
  package init(_ engine: IntentEngine, as info: ServerInfo, pageSize: Int = 100) async {
    intents = await ServedIntents(engine)
    self.info = info
    plain = PlainMethods(intents: intents)
    mcp = MCPMethods(intents: intents, info: info, pageSize: pageSize)
  }

  package var takesArrays: Bool {
    if case .mcp(let client) = session.withLock({ $0 }) { client.takesArrays } else { true }
  }

  package func work(for request: RPCRequest, on connection: RPCConnection) -> RPCWork {
    if let work = lifeCycle(request, connection) { return work }
    do throws(RPCError) {
      if let client = try MCPClient(request) {
        return mcp.work(for: request, from: client, on: connection)
      }
    } catch {
      return .answer(.failure(error))
    }
    switch session.withLock({ $0 }) {
    case .mcp(let client): return mcp.work(for: request, from: client, on: connection)
    case .editor(let canAnswer):
      return plain.work(for: request, canAsk: canAnswer, on: connection)
    case .plain: return plain.work(for: request, canAsk: false, on: connection)
    case .shutDown: return .answer(.failure(.invalidRequest(.shutDown)))
    }
  }
}

extension RPCServer {
  /// Serves an engine's intents on standard input and output, over plain JSON-RPC and the Model
  /// Context Protocol, until the input ends.
  ///
  /// The streams are taken for this alone: what else the program writes to standard output lands in
  /// standard error.
  ///
  /// - Returns: the exit code, as `run` tells it.
  public static func serve(_ engine: IntentEngine, as info: ServerInfo) async -> Int32 {
    Signals.ignoreBrokenPipes()
    guard let (input, output) = try? StandardStreams.take() else { return 1 }
    let handler = await IntentServer(engine, as: info)
    return await RPCServer(handler: handler, input: input, output: output).run()
  }
}
