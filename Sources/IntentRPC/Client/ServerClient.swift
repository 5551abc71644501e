import JSONText
import SystemCalls

/// A server that has been greeted, in whichever era it lives.
struct ServerClient: Sendable {
  let link: ServerLink
  /// How the two sides know each other.
  let era: MCPClient.Era
  /// The revision that is spoken.
  let version: String
  /// What the server says it can do.
  let capabilities: JSONObject
  /// What the server says it is.
  let info: JSONObject
  private let limits: ServerProgram.Limits

  init(
    _ link: ServerLink,
    _ era: MCPClient.Era,
    version: String,
    greeting: JSONObject,
    limits: ServerProgram.Limits
  ) {
    self.link = link
    self.era = era
    self.version = version
    self.limits = limits
    capabilities = greeting["capabilities"]?.object ?? JSONObject()
    let info = greeting["serverInfo"] ?? greeting["_meta"]?[MetaKey.serverInfo]
    self.info = info?.object ?? JSONObject()
  }

  /// Asks for something, with what the era wants beside it.
  ///
  /// - Parameters:
  ///   - canElicit: whether somebody can be asked meanwhile.
  ///   - limit: how long the server may say nothing; nothing for as long as in a call, nil for ever.
  ///   - whole: how long it may take in all; nil for as long as a call.
  func ask(
    _ method: String,
    _ parameters: JSONObject,
    canElicit: Bool = false,
    limit: Duration?? = nil,
    whole: Duration? = nil,
    meanwhile: ServerLink.Meanwhile = ServerLink.Meanwhile()
  ) async throws(ServerError) -> JSONObject {
    var parameters = parameters
    if case .request = era {
      let own = parameters["_meta"]?.object ?? JSONObject()
      parameters["_meta"] = .object(Self.meta(version, canElicit: canElicit).merging(own))
    }
    return try await link.answer(
      to: method,
      parameters,
      limits: RequestLimits(silence: limit ?? limits.call, whole: whole ?? limits.whole),
      meanwhile: meanwhile
    )
  }

  /// All that a method lists, page by page, in the time that a start may take.
  ///
  /// - Parameters:
  ///   - member: the member of a page that has its items.
  ///   - cutsOff: whether items beyond the limit are left out instead of being an error.
  /// - Throws: Among others `ServerError.tooMany`, once more items came than are taken.
  func list(
    _ method: String,
    _ member: String,
    cutsOff: Bool = false
  ) async throws(ServerError) -> [JSONValue] {
    var items: [JSONValue] = []
    var cursor: String?
    let end = ContinuousClock.now + limits.start
    // A server may go on for ever.
    for _ in 0..<Self.pageLimit {
      let parameters: JSONObject = cursor.map { ["cursor": .string($0)] } ?? [:]
      let rest = ContinuousClock.now.duration(to: end)
      let page: JSONObject
      do throws(ServerError) {
        guard rest > .zero else { throw .late(limits.start, method: method) }
        page = try await ask(method, parameters, limit: rest, whole: rest)
      } catch {
        // It did answer, only not to the end.
        if case .silent = error, cursor != nil { throw .late(limits.start, method: method) }
        throw error
      }
      guard let found = page[member]?.array else { throw .malformedAnswer(method: method) }
      items += found
      if items.count > Self.itemLimit {
        if cutsOff { return Array(items.prefix(Self.itemLimit)) }
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
      MetaKey.capabilities: ownCapabilities(canElicit: canElicit),
      MetaKey.clientInfo: .object(clientInfo),
    ]
  }

  /// What we can do for a server.
  static func ownCapabilities(canElicit: Bool) -> JSONValue {
    canElicit ? ["elicitation": ["form": [:]]] : [:]
  }

  static let clientInfo: JSONObject = ["name": "minuta", "version": "1.0"]
}

extension ServerLink {
  /// Asks for something that is answered with an object.
  func answer(
    to method: String,
    _ parameters: JSONObject,
    limits: RequestLimits,
    isGivenUpAloud: Bool = true,
    meanwhile: Meanwhile = Meanwhile()
  ) async throws(ServerError) -> JSONObject {
    let answer = try await ask(
      method,
      parameters,
      limits: limits,
      isGivenUpAloud: isGivenUpAloud,
      meanwhile: meanwhile
    )
    guard let object = answer.object else { throw .malformedAnswer(method: method) }
    return object
  }
}

extension ServerError {
  init(_ error: RPCError, of link: ServerLink) {
    switch error {
    case .cancelled: self = .cancelled
    case .connectionEnded:
      self = .ended(how: link.problem ?? "it is gone", lastLine: link.log.lastLine)
    case .failed(let code, let message, let data):
      self = .refused(code: code, message: message, data: data)
    default: self = .refused(code: error.code, message: error.message, data: JSONObject())
    }
  }
}
