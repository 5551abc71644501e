import IntentKit
import JSONText

/// An MCP client's protocol version and capabilities.
struct MCPClientInfo: Sendable {
  /// The way in which the version was negotiated.
  enum Negotiation: Sendable {
    /// With `initialize`, once per session.
    case handshake
    /// With `_meta`, in every request.
    case perRequest
  }

  let negotiation: Negotiation
  /// The protocol version in use.
  let version: String
  private let capabilities: JSONValue?

  /// Creates the information from `initialize`.
  ///
  /// For an unknown version, the newest one with a handshake is used.
  init(version: String, capabilities: JSONValue?) {
    negotiation = .handshake
    let isKnown = MCPVersion.withHandshake.contains(version)
    self.version = isKnown ? version : MCPVersion.withHandshake.last ?? version
    self.capabilities = capabilities
  }

  /// Reads the information from a request's `_meta`; nil if the request has none.
  ///
  /// - Throws: `RPCError` if the information is incomplete or the version isn't supported.
  init?(_ request: RPCRequest) throws(RPCError) {
    let meta = request.meta
    guard meta.hasProtocolMetadata || request.method == "server/discover" else { return nil }
    guard let version = meta[MetaKey.version]?.string else {
      throw .missingMeta(MetaKey.version, "string", in: request.method)
    }
    guard MCPVersion.withoutHandshake.contains(version) else {
      throw .unsupportedVersion(version, supported: MCPVersion.withoutHandshake)
    }
    guard let capabilities = meta[MetaKey.capabilities], capabilities.object != nil else {
      throw .missingMeta(MetaKey.capabilities, "object", in: request.method)
    }
    negotiation = .perRequest
    self.version = version
    self.capabilities = capabilities
  }

  /// Whether messages may be batched in an array.
  var acceptsBatches: Bool { version == "2025-03-26" }

  /// Whether the client can show a form to its user.
  var canElicit: Bool {
    guard let elicitation = capabilities?["elicitation"]?.object else { return false }
    return elicitation["form"] != nil || elicitation["url"] == nil
  }

  /// Whether the client supports choices with titles.
  var supportsTitledChoices: Bool { version >= "2025-11-25" }
}

/// The `_meta` keys that we use.
enum MetaKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let clientInfo = "io.modelcontextprotocol/clientInfo"
  static let serverInfo = "io.modelcontextprotocol/serverInfo"
  static let subscription = "io.modelcontextprotocol/subscriptionId"
  static let progressToken = "progressToken"
  /// The call's idempotency key, which is `key` in a call file.
  static let key = "dev.minuta/key"
  /// The revision of the data in a result: the number of its newest history entry.
  static let revision = "dev.minuta/revision"
}

extension RPCRequest {
  /// The request's `_meta`.
  var meta: JSONObject { parameters.named["_meta"]?.object ?? JSONObject() }

  /// Returns the client's progress token; nil if it wants no progress.
  func progressToken(title: String) -> ProgressToken? {
    switch meta[MetaKey.progressToken] {
    case .string(let text): ProgressToken(.mcp, token: .string(text), title: title)
    case .number(let number): ProgressToken(.mcp, token: .number(number), title: title)
    default: nil
    }
  }
}

extension JSONObject {
  /// Whether a request carries the protocol metadata of versions without a handshake.
  var hasProtocolMetadata: Bool {
    self[MetaKey.version] != nil || self[MetaKey.capabilities] != nil
  }
}
