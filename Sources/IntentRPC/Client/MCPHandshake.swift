import JSONText
import SystemCalls

/// Starts a server and finds out in which era it lives.
struct MCPHandshake {
  /// How long a server may take to answer a question that those of the older era need not know.
  private static let probeTimeout = Duration.milliseconds(1500)

  let program: ServerProgram
  /// Whether somebody can be asked for what a call needs.
  let canElicit: Bool
  let messageHandler: any MCPClientConnection.MessageHandler

  /// Starts the server and greets it.
  ///
  /// - Parameter version: the revision that it spoke before; nil where that is not known.
  func connect(knownVersion version: String? = nil) async throws(MCPServerError) -> MCPSession {
    do throws(MCPServerError) {
      return try await begin { connection throws(MCPServerError) in
        try await connect(connection, version)
      }
    } catch .ended where version == nil {
      // Some end at a question that they do not know.
      return try await begin { connection throws(MCPServerError) in try await initialize(connection)
      }
    }
  }

  /// Starts the server, and ends it where it cannot be greeted.
  private func begin(
    _ connect: (MCPClientConnection) async throws(MCPServerError) -> MCPSession
  ) async throws(MCPServerError) -> MCPSession {
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
  ) async throws(MCPServerError) -> MCPSession {
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

  /// Greets by the handshake; what has none of it and was only slow to answer is asked once more.
  private func initialize(
    _ connection: MCPClientConnection,
    unless slowness: MCPServerError
  ) async throws(MCPServerError) -> MCPSession {
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
  ) async throws(MCPServerError) -> MCPSession {
    let version = MCPVersion.withoutHandshake.last ?? ""
    let parameters: JSONObject = [
      "_meta": .object(MCPSession.meta(version, canElicit: canElicit))
    ]
    let answer = try await sendRequest(connection, "server/discover", parameters, limit)
    let versions = answer["supportedVersions"]?.array?.compactMap(\.string) ?? []
    guard versions.contains(version) else {
      throw .unsupportedVersion(versions.joined(separator: ", "))
    }
    return MCPSession(
      connection,
      .perRequest,
      version: version,
      initializeResult: answer,
      limits: program.limits
    )
  }

  private func initialize(_ connection: MCPClientConnection) async throws(MCPServerError)
    -> MCPSession
  {
    let parameters: JSONObject = [
      "protocolVersion": .string(MCPVersion.withHandshake.last ?? ""),
      "capabilities": MCPSession.clientCapabilities(canElicit: canElicit),
      "clientInfo": .object(MCPSession.clientInfo),
    ]
    let answer = try await sendRequest(connection, "initialize", parameters, program.limits.start)
    let version = answer["protocolVersion"]?.string ?? ""
    guard MCPVersion.withHandshake.contains(version) else { throw .unsupportedVersion(version) }
    connection.notify(RPCNotification("notifications/initialized", [:]))
    return MCPSession(
      connection,
      .handshake,
      version: version,
      initializeResult: answer,
      limits: program.limits
    )
  }

  /// Asks without ever taking it back, which a greeting must not be.
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
