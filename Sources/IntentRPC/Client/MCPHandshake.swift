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
  let messageHandler: any MCPClientConnection.MessageHandler

  /// Starts the server and negotiates the protocol version.
  ///
  /// - Parameter version: the protocol version negotiated last time; nil if unknown.
  func connect(knownVersion version: String? = nil) async throws(MCPServerError) -> MCPClientSession
  {
    do throws(MCPServerError) {
      return try await begin { connection throws(MCPServerError) in
        try await connect(connection, version)
      }
    } catch .ended where version == nil {
      // Some servers exit when they receive an unknown method such as `server/discover`. So start
      // the server again and negotiate with `initialize`.
      return try await begin { connection throws(MCPServerError) in try await initialize(connection)
      }
    }
  }

  /// Starts the server and negotiates; stops the server again if that fails.
  private func begin(
    _ connect: (MCPClientConnection) async throws(MCPServerError) -> MCPClientSession
  ) async throws(MCPServerError) -> MCPClientSession {
    let connection = try start()
    do throws(MCPServerError) {
      return try await connect(connection)
    } catch {
      _ = await connection.stop().value
      throw error
    }
  }

  private func start() throws(MCPServerError) -> MCPClientConnection {
    do throws(SystemError) {
      return try MCPClientConnection(program, messageHandler: messageHandler)
    } catch {
      throw .notStarted(reason: error.reason)
    }
  }

  private func connect(
    _ connection: MCPClientConnection,
    _ version: String?
  ) async throws(MCPServerError) -> MCPClientSession {
    if let version, MCPVersion.withHandshake.contains(version) {
      do throws(MCPServerError) {
        return try await initialize(connection)
      } catch .refused, .unsupportedVersion {
        return try await discover(connection, within: program.limits.start)
      }
    }
    do throws(MCPServerError) {
      let timeout = version == nil ? Self.probeTimeout : program.limits.start
      return try await discover(connection, within: min(timeout, program.limits.start))
    } catch {
      switch error {
      case .cancelled, .ended: throw error
      default: return try await initialize(connection, unless: error)
      }
    }
  }

  /// Negotiates with `initialize`, after `server/discover` has failed.
  ///
  /// If the server refuses `initialize`, and `server/discover` failed only because it timed out,
  /// tries `server/discover` once more with a longer timeout.
  private func initialize(
    _ connection: MCPClientConnection,
    unless slowness: MCPServerError
  ) async throws(MCPServerError) -> MCPClientSession {
    do throws(MCPServerError) {
      return try await initialize(connection)
    } catch .refused(let code, let message, let data) {
      switch slowness {
      case .idleTimeout, .totalTimeout:
        return try await discover(connection, within: program.limits.start)
      default: throw .refused(code: code, message: message, data: data)
      }
    }
  }

  private func discover(
    _ connection: MCPClientConnection,
    within limit: Duration
  ) async throws(MCPServerError) -> MCPClientSession {
    let version = MCPVersion.withoutHandshake.last ?? ""
    let parameters: JSONObject = [
      "_meta": .object(MCPClientSession.meta(version, canElicit: canElicit))
    ]
    let answer = try await sendRequest(connection, "server/discover", parameters, limit)
    let versions = answer["supportedVersions"]?.array?.compactMap(\.string) ?? []
    guard versions.contains(version) else {
      throw .unsupportedVersion(versions.joined(separator: ", "))
    }
    return MCPClientSession(
      connection,
      .perRequest,
      version: version,
      initializeResult: answer,
      limits: program.limits
    )
  }

  private func initialize(_ connection: MCPClientConnection) async throws(MCPServerError)
    -> MCPClientSession
  {
    let parameters: JSONObject = [
      "protocolVersion": .string(MCPVersion.withHandshake.last ?? ""),
      "capabilities": MCPClientSession.clientCapabilities(canElicit: canElicit),
      "clientInfo": .object(MCPClientSession.clientInfo),
    ]
    let answer = try await sendRequest(connection, "initialize", parameters, program.limits.start)
    let version = answer["protocolVersion"]?.string ?? ""
    guard MCPVersion.withHandshake.contains(version) else { throw .unsupportedVersion(version) }
    connection.notify(RPCNotification("notifications/initialized", [:]))
    return MCPClientSession(
      connection,
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
    _ connection: MCPClientConnection,
    _ method: String,
    _ parameters: JSONObject,
    _ limit: Duration
  ) async throws(MCPServerError) -> JSONObject {
    try await connection.answer(
      to: method,
      parameters,
      limits: RequestTimeouts(idle: limit, total: limit),
      notifiesPeerOnCancel: false
    )
  }
}
