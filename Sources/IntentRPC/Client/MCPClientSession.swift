import JSONText
import SystemCalls

/// A session with an MCP server, created once the protocol version is negotiated.
struct MCPClientSession: Sendable {
  let process: ServerProcess
  /// The method of negotiation: a handshake, or metadata in each request.
  let negotiation: MCPClientInfo.VersionNegotiation
  /// The protocol version that was negotiated.
  let version: String
  /// The capabilities that the server declared.
  let capabilities: JSONObject
  /// The server's name and version, as it reported them.
  let info: JSONObject
  private let limits: ServerProgram.Limits

  init(
    _ process: ServerProcess,
    _ negotiation: MCPClientInfo.VersionNegotiation,
    version: String,
    initializeResult: JSONObject,
    limits: ServerProgram.Limits
  ) {
    self.process = process
    self.negotiation = negotiation
    self.version = version
    self.limits = limits
    capabilities = initializeResult["capabilities"]?.object ?? JSONObject()
    let info = initializeResult["serverInfo"] ?? initializeResult["_meta"]?[MCPMetaKey.serverInfo]
    self.info = info?.object ?? JSONObject()
  }

  /// Sends a request, with the `_meta` member that the negotiated version requires.
  ///
  /// - Parameters:
  ///   - canElicit: whether the server may prompt the user during this request.
  ///   - idleLimit: the idle timeout; `.some(nil)` disables both timeouts. If omitted, the idle
  ///     timeout of a tool call applies.
  ///   - totalLimit: the total timeout. If omitted, the total timeout of a tool call applies.
  func sendRequest(
    _ method: String,
    _ parameters: JSONObject,
    canElicit: Bool = false,
    idleLimit: Duration?? = nil,
    totalLimit: Duration? = nil,
    callbacks: RPCConnection.RequestCallbacks = RPCConnection.RequestCallbacks()
  ) async throws(MCPServerError) -> JSONObject {
    var parameters = parameters
    if case .perRequest = negotiation {
      let own = parameters["_meta"]?.object ?? JSONObject()
      parameters["_meta"] = .object(Self.meta(version, canElicit: canElicit).merging(own))
    }
    return try await process.sendRequest(
      method,
      parameters,
      timeouts: RequestTimeouts(idle: idleLimit ?? limits.call, total: totalLimit ?? limits.total),
      callbacks: callbacks
    )
  }

  /// Returns the items of a list that the server sends in pages, read within the start timeout.
  ///
  /// - Parameters:
  ///   - member: the member of each page that holds its items, such as `tools`.
  ///   - truncates: whether to drop items beyond the limit instead of throwing an error.
  /// - Throws: `MCPServerError.tooMany` if there are more items than the limit; other errors if a
  ///   request fails.
  func list(
    _ method: String,
    _ member: String,
    truncates: Bool = false
  ) async throws(MCPServerError) -> [JSONValue] {
    var items: [JSONValue] = []
    var cursor: String?
    let end = ContinuousClock.now + limits.start
    // Limit the number of pages, because a faulty server could send pages forever.
    for _ in 0..<Self.pageLimit {
      let parameters: JSONObject = cursor.map { ["cursor": .string($0)] } ?? [:]
      let remaining = ContinuousClock.now.duration(to: end)
      let page: JSONObject
      do throws(MCPServerError) {
        guard remaining > .zero else { throw .totalTimeout(limits.start, method: method) }
        page = try await sendRequest(
          method,
          parameters,
          idleLimit: remaining,
          totalLimit: remaining
        )
      } catch {
        // The server responded to earlier pages, so it wasn't silent: the whole list took too long.
        if case .idleTimeout = error, cursor != nil {
          throw .totalTimeout(limits.start, method: method)
        }
        throw error
      }
      guard let found = page[member]?.array else { throw .malformedResponse(method: method) }
      items += found
      if items.count > Self.itemLimit {
        if truncates { return Array(items.prefix(Self.itemLimit)) }
        throw .tooMany(member, limit: Self.itemLimit)
      }
      guard let next = page["nextCursor"]?.string, next != cursor else { break }
      cursor = next
    }
    return items
  }

  /// The maximum number of pages that are read of one list.
  private static let pageLimit = 100
  /// The maximum number of items that are read of one list.
  private static let itemLimit = 1000

  /// Returns the `_meta` member that protocol versions without a handshake require in each request.
  static func meta(_ version: String, canElicit: Bool) -> JSONObject {
    [
      MCPMetaKey.version: .string(version),
      MCPMetaKey.capabilities: clientCapabilities(canElicit: canElicit),
      MCPMetaKey.clientInfo: .object(clientInfo),
    ]
  }

  /// Returns the capabilities that we declare to a server as its client.
  static func clientCapabilities(canElicit: Bool) -> JSONValue {
    canElicit ? ["elicitation": ["form": [:]]] : [:]
  }

  static let clientInfo: JSONObject = ["name": "minuta", "version": "1.0"]
}

extension MCPServerError {
  init(_ error: RPCError, of process: ServerProcess) {
    switch error {
    case .cancelled: self = .cancelled
    case .connectionEnded:
      self = .ended(
        how: process.connection.problem ?? ConnectionProblem.disconnected,
        lastLine: process.log.lastLine,
        exitCode: process.exitCode
      )
    default: self = .refused(code: error.code, message: error.message, data: error.data)
    }
  }
}
