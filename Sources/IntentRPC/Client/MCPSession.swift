import JSONText
import SystemCalls

/// A server that has been greeted, in whichever era it lives.
struct MCPSession: Sendable {
  let connection: MCPClientConnection
  /// How the two sides know each other.
  let negotiation: MCPClientInfo.Negotiation
  /// The revision that is spoken.
  let version: String
  /// What the server says it can do.
  let capabilities: JSONObject
  /// What the server says it is.
  let info: JSONObject
  private let limits: ServerProgram.Limits

  init(
    _ connection: MCPClientConnection,
    _ negotiation: MCPClientInfo.Negotiation,
    version: String,
    initializeResult: JSONObject,
    limits: ServerProgram.Limits
  ) {
    self.connection = connection
    self.negotiation = negotiation
    self.version = version
    self.limits = limits
    capabilities = initializeResult["capabilities"]?.object ?? JSONObject()
    let info = initializeResult["serverInfo"] ?? initializeResult["_meta"]?[MetaKey.serverInfo]
    self.info = info?.object ?? JSONObject()
  }

  /// Asks for something, with what the era wants beside it.
  ///
  /// - Parameters:
  ///   - canElicit: whether somebody can be asked callbacks.
  ///   - limit: how long the server may say nothing; nothing for as long as in a call, nil for ever.
  ///   - whole: how long it may take in all; nil for as long as a call.
  func sendRequest(
    _ method: String,
    _ parameters: JSONObject,
    canElicit: Bool = false,
    limit: Duration?? = nil,
    whole: Duration? = nil,
    callbacks: MCPClientConnection.RequestCallbacks = MCPClientConnection.RequestCallbacks()
  ) async throws(MCPServerError) -> JSONObject {
    var parameters = parameters
    if case .perRequest = negotiation {
      let own = parameters["_meta"]?.object ?? JSONObject()
      parameters["_meta"] = .object(Self.meta(version, canElicit: canElicit).merging(own))
    }
    return try await connection.answer(
      to: method,
      parameters,
      limits: RequestTimeouts(idle: limit ?? limits.call, total: whole ?? limits.total),
      callbacks: callbacks
    )
  }

  /// All that a method lists, page by page, in the time that a start may take.
  ///
  /// - Parameters:
  ///   - member: the member of a page that has its items.
  ///   - truncates: whether items beyond the limit are left out instead of being an error.
  /// - Throws: Among others `MCPServerError.tooMany`, once more items came than are taken.
  func list(
    _ method: String,
    _ member: String,
    truncates: Bool = false
  ) async throws(MCPServerError) -> [JSONValue] {
    var items: [JSONValue] = []
    var cursor: String?
    let end = ContinuousClock.now + limits.start
    // A server may go on for ever.
    for _ in 0..<Self.pageLimit {
      let parameters: JSONObject = cursor.map { ["cursor": .string($0)] } ?? [:]
      let rest = ContinuousClock.now.duration(to: end)
      let page: JSONObject
      do throws(MCPServerError) {
        guard rest > .zero else { throw .totalTimeout(limits.start, method: method) }
        page = try await sendRequest(method, parameters, limit: rest, whole: rest)
      } catch {
        // It did answer, only not to the end.
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

  /// The pages of a list that are read at most.
  private static let pageLimit = 100
  /// The items of a list that are taken at most.
  private static let itemLimit = 1000

  /// What every request of the era without a handshake says.
  static func meta(_ version: String, canElicit: Bool) -> JSONObject {
    [
      MetaKey.version: .string(version),
      MetaKey.capabilities: clientCapabilities(canElicit: canElicit),
      MetaKey.clientInfo: .object(clientInfo),
    ]
  }

  /// What we can do for a server.
  static func clientCapabilities(canElicit: Bool) -> JSONValue {
    canElicit ? ["elicitation": ["form": [:]]] : [:]
  }

  static let clientInfo: JSONObject = ["name": "minuta", "version": "1.0"]
}

extension MCPClientConnection {
  /// Asks for something that is answered with an object.
  func answer(
    to method: String,
    _ parameters: JSONObject,
    limits: RequestTimeouts,
    notifiesPeerOnCancel: Bool = true,
    callbacks: RequestCallbacks = RequestCallbacks()
  ) async throws(MCPServerError) -> JSONObject {
    let answer = try await sendRequest(
      method,
      parameters,
      limits: limits,
      notifiesPeerOnCancel: notifiesPeerOnCancel,
      callbacks: callbacks
    )
    guard let object = answer.object else { throw .malformedResponse(method: method) }
    return object
  }
}

extension MCPServerError {
  init(_ error: RPCError, of connection: MCPClientConnection) {
    switch error {
    case .cancelled: self = .cancelled
    case .connectionEnded:
      self = .ended(how: connection.problem ?? "it is gone", lastLine: connection.log.lastLine)
    case .failed(let code, let message, let data):
      self = .refused(code: code, message: message, data: data)
    default: self = .refused(code: error.code, message: error.message, data: JSONObject())
    }
  }
}
