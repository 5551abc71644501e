import JSONText
import SystemCalls

/// Starts an MCP server and negotiates the protocol version.
struct MCPHandshake {
  /// The maximum time to wait for the response to `server/discover`.
  ///
  /// It is short, because servers of older versions may never respond to this method.
  private static let probeTimeout = Duration.milliseconds(1500)

  let program: ServerProgram
  /// Whether our user can be prompted when the server asks for input (MCP calls this elicitation).
  let canElicit: Bool
  let handler: any RPCHandler

  /// Starts the server and negotiates the protocol version.
  ///
  /// - Parameter version: the protocol version negotiated last time; nil if unknown.
  func connect(knownVersion version: String? = nil) async throws(MCPServerError) -> MCPClientSession
  {
    do throws(MCPServerError) {
      return try await begin { process throws(MCPServerError) in
        try await connect(process, version)
      }
    } catch .ended where version == nil {
      // Some servers exit when they receive an unknown method such as `server/discover`. So start
      // the server again and negotiate with `initialize`.
      do throws(MCPServerError) {
        return try await begin { process throws(MCPServerError) in try await initialize(process) }
      } catch {
        throw .notMCP(error)
      }
    }
  }

  /// Starts the server and negotiates the version; stops the server if the negotiation fails.
  private func begin(
    _ connect: (ServerProcess) async throws(MCPServerError) -> MCPClientSession
  ) async throws(MCPServerError) -> MCPClientSession {
    let process = try start()
    do throws(MCPServerError) {
      return try await connect(process)
    } catch {
      _ = await process.stop().value
      throw error
    }
  }

  private func start() throws(MCPServerError) -> ServerProcess {
    do throws(SystemError) {
      return try ServerProcess(program, handler: handler)
    } catch {
      throw .notStarted(reason: error.reason)
    }
  }

  private func connect(
    _ process: ServerProcess,
    _ version: String?
  ) async throws(MCPServerError) -> MCPClientSession {
    if let version, MCPVersion.withHandshake.contains(version) {
      do throws(MCPServerError) {
        return try await initialize(process)
      } catch .refused, .unsupportedVersion {
        return try await discover(process, within: program.limits.start)
      }
    }
    do throws(MCPServerError) {
      let timeout = version == nil ? Self.probeTimeout : program.limits.start
      return try await discover(process, within: min(timeout, program.limits.start))
    } catch {
      switch error {
      case .cancelled, .ended: throw error
      default: return try await initialize(process, unless: error)
      }
    }
  }

  /// Negotiates with `initialize`, after `server/discover` has failed.
  ///
  /// If the server refuses `initialize`, and `server/discover` failed only because it timed out,
  /// tries `server/discover` once more with a longer timeout.
  private func initialize(
    _ process: ServerProcess,
    unless slowness: MCPServerError
  ) async throws(MCPServerError) -> MCPClientSession {
    do throws(MCPServerError) {
      return try await initialize(process)
    } catch .refused(let code, let message, let data) {
      switch slowness {
      case .idleTimeout, .totalTimeout:
        return try await discover(process, within: program.limits.start)
      default: throw .refused(code: code, message: message, data: data)
      }
    }
  }

  private func discover(
    _ process: ServerProcess,
    within limit: Duration
  ) async throws(MCPServerError) -> MCPClientSession {
    let version = MCPVersion.withoutHandshake.last ?? ""
    let parameters: JSONObject = [
      "_meta": .object(MCPClientSession.meta(version, canElicit: canElicit))
    ]
    let answer = try await sendRequest(process, "server/discover", parameters, limit)
    let versions = answer["supportedVersions"]?.array?.compactMap(\.string) ?? []
    guard versions.contains(version) else {
      throw .unsupportedVersion(versions.joined(separator: ", "))
    }
    return MCPClientSession(
      process,
      .perRequest,
      version: version,
      initializeResult: answer,
      limits: program.limits
    )
  }

  private func initialize(_ process: ServerProcess) async throws(MCPServerError)
    -> MCPClientSession
  {
    let parameters: JSONObject = [
      "protocolVersion": .string(MCPVersion.withHandshake.last ?? ""),
      "capabilities": MCPClientSession.clientCapabilities(canElicit: canElicit),
      "clientInfo": .object(MCPClientSession.clientInfo),
    ]
    let answer = try await sendRequest(process, "initialize", parameters, program.limits.start)
    let version = answer["protocolVersion"]?.string ?? ""
    guard MCPVersion.withHandshake.contains(version) else { throw .unsupportedVersion(version) }
    process.connection.notify(RPCNotification("notifications/initialized", [:]))
    return MCPClientSession(
      process,
      .handshake,
      version: version,
      initializeResult: answer,
      limits: program.limits
    )
  }

  /// Sends a handshake request, without a cancellation notification if we stop waiting.
  ///
  /// MCP forbids cancelling `initialize`.
  private func sendRequest(
    _ process: ServerProcess,
    _ method: String,
    _ parameters: JSONObject,
    _ limit: Duration
  ) async throws(MCPServerError) -> JSONObject {
    try await process.sendRequest(
      method,
      parameters,
      timeouts: RequestTimeouts(idle: limit, total: limit),
      notifiesPeerOnCancel: false
    )
  }
}
