import JSONText
import Synchronization
import SystemCalls

extension IntentServer {
  /// Handles the requests that begin or end a session; returns nil for other requests.
  func handleLifecycle(
    _ request: RPCRequest,
    _ connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult? {
    switch request.method {
    case "initialize": return .answer(try initialize(request, connection))
    case "ping" where !request.meta.hasProtocolMetadata: return .answer([:])
    case "initialized" where request.id == nil: return .answer(.null)
    case "notifications/initialized" where request.id == nil: return .answer(.null)
    case "shutdown" where isEditor:
      if session.withLock({ $0.isShutDown }) { throw .shutDown }
      session.withLock { $0 = .shutDown }
      return .answer(.null)
    case "exit" where request.id == nil:
      connection.end(with: session.withLock { $0.isShutDown } ? 0 : 1)
      return .answer(.null)
    default: return nil
    }
  }

  /// Notifies the client each time the list of tools changes, until the connection ends.
  private func forwardToolListChanges(_ connection: RPCConnection) {
    let changes = intents.changes.stream()
    Task { [weak connection] in
      for await _ in changes { connection?.notify(ToolList.change()) }
    }
  }

  private var isEditor: Bool {
    if case .mcp = session.withLock({ $0 }) { false } else { true }
  }

  private func initialize(
    _ request: RPCRequest,
    _ connection: RPCConnection
  ) throws(RPCError) -> JSONValue {
    guard case .plain = session.withLock({ $0 }) else {
      throw .alreadyInitialized
    }
    let values = request.parameters.named
    if let version = values["protocolVersion"]?.string {
      let client = MCPClientInfo(version: version, capabilities: values["capabilities"])
      session.withLock { $0 = .mcp(client) }
      if intents.canChange { forwardToolListChanges(connection) }
      return mcp.initializeResult(for: client)
    }
    let canAnswer = values["capabilities"]?["needsInput"]?.bool ?? false
    session.withLock { $0 = .editor(canAnswer: canAnswer) }
    if let process = values["processId"]?.integer {
      ProcessExitWatcher.notifyOnExit(of: process) { connection.abort(with: 1) }
    }
    return ["capabilities": plain.capabilities, "serverInfo": info.json]
  }
}

extension RPCSessionState {
  fileprivate var isShutDown: Bool {
    if case .shutDown = self { true } else { false }
  }
}

extension RPCParameters {
  /// The parameters by name; empty if they were sent by position or not at all.
  var named: JSONObject {
    if case .named(let values) = self { values } else { JSONObject() }
  }
}
