import JSONText
import SystemCalls

/// Starts a server and finds out in which era it lives.
struct ServerGreeting {
  /// How long a server may take to answer a question that those of the older era need not know.
  private static let probePatience = Duration.milliseconds(1500)

  let program: ServerProgram
  /// Whether somebody can be asked for what a call needs.
  let canElicit: Bool
  let listener: any ServerLink.Listener

  /// Starts the server and greets it.
  ///
  /// - Parameter version: the revision that it spoke before; nil where that is not known.
  func greet(knownVersion version: String? = nil) async throws(ServerError) -> ServerClient {
    do throws(ServerError) {
      return try await begin { link throws(ServerError) in try await greet(link, version) }
    } catch .ended where version == nil {
      // Some end at a question that they do not know.
      return try await begin { link throws(ServerError) in try await initialize(link) }
    }
  }

  /// Starts the server, and ends it where it cannot be greeted.
  private func begin(
    _ greet: (ServerLink) async throws(ServerError) -> ServerClient
  ) async throws(ServerError) -> ServerClient {
    let link = try start()
    do throws(ServerError) {
      return try await greet(link)
    } catch {
      _ = await link.stop().value
      throw error
    }
  }

  private func start() throws(ServerError) -> ServerLink {
    do throws(SystemError) {
      return try ServerLink(program, listener: listener)
    } catch {
      throw .notStarted(reason: error.reason)
    }
  }

  private func greet(
    _ link: ServerLink,
    _ version: String?
  ) async throws(ServerError) -> ServerClient {
    if let version, MCPVersion.withHandshake.contains(version) {
      do throws(ServerError) {
        return try await initialize(link)
      } catch .refused, .unsupportedVersion {
        return try await discover(link, within: program.limits.start)
      }
    }
    do throws(ServerError) {
      let patience = version == nil ? Self.probePatience : program.limits.start
      return try await discover(link, within: min(patience, program.limits.start))
    } catch {
      switch error {
      case .cancelled, .ended: throw error
      default: return try await initialize(link, unless: error)
      }
    }
  }

  /// Greets by the handshake; what has none of it and was only slow to answer is asked once more.
  private func initialize(
    _ link: ServerLink,
    unless slowness: ServerError
  ) async throws(ServerError) -> ServerClient {
    do throws(ServerError) {
      return try await initialize(link)
    } catch .refused(let code, let message, let data) {
      switch slowness {
      case .silent, .late: return try await discover(link, within: program.limits.start)
      default: throw .refused(code: code, message: message, data: data)
      }
    }
  }

  private func discover(
    _ link: ServerLink,
    within limit: Duration
  ) async throws(ServerError) -> ServerClient {
    let version = MCPVersion.withoutHandshake.last ?? ""
    let parameters: JSONObject = [
      "_meta": .object(ServerClient.meta(version, canElicit: canElicit))
    ]
    let answer = try await ask(link, "server/discover", parameters, limit)
    let versions = answer["supportedVersions"]?.array?.compactMap(\.string) ?? []
    guard versions.contains(version) else {
      throw .unsupportedVersion(versions.joined(separator: ", "))
    }
    return ServerClient(link, .request, version: version, greeting: answer, limits: program.limits)
  }

  private func initialize(_ link: ServerLink) async throws(ServerError) -> ServerClient {
    let parameters: JSONObject = [
      "protocolVersion": .string(MCPVersion.withHandshake.last ?? ""),
      "capabilities": ServerClient.ownCapabilities(canElicit: canElicit),
      "clientInfo": .object(ServerClient.clientInfo),
    ]
    let answer = try await ask(link, "initialize", parameters, program.limits.start)
    let version = answer["protocolVersion"]?.string ?? ""
    guard MCPVersion.withHandshake.contains(version) else { throw .unsupportedVersion(version) }
    link.notify(RPCNotification("notifications/initialized", [:]))
    return ServerClient(
      link,
      .handshake,
      version: version,
      greeting: answer,
      limits: program.limits
    )
  }

  /// Asks without ever taking it back, which a greeting must not be.
  private func ask(
    _ link: ServerLink,
    _ method: String,
    _ parameters: JSONObject,
    _ limit: Duration
  ) async throws(ServerError) -> JSONObject {
    try await link.answer(
      to: method,
      parameters,
      limits: RequestLimits(silence: limit, whole: limit),
      isGivenUpAloud: false
    )
  }
}
