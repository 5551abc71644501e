import IntentKit
import JSONText

/// The protocol version and capabilities of an MCP client.
struct MCPClientInfo: Sendable {
  /// The method by which client and server agree on a protocol version.
  enum VersionNegotiation: Sendable {
    /// The version is negotiated with `initialize`, once per session.
    case handshake
    /// The version is stated in the `_meta` of every request.
    case perRequest
  }

  let negotiation: VersionNegotiation
  /// The protocol version that is in use.
  let version: String
  private let capabilities: JSONValue?

  /// Reads the information from the parameters of `initialize`.
  ///
  /// For an unknown version, the newest version with a handshake is used instead.
  init(version: String, capabilities: JSONValue?) {
    negotiation = .handshake
    let isKnown = MCPVersion.withHandshake.contains(version)
    self.version = isKnown ? version : MCPVersion.withHandshake.last ?? version
    self.capabilities = capabilities
  }

  /// Reads the information from the `_meta` of a request; nil if it contains none.
  ///
  /// - Throws: `RPCError` if the information is incomplete or the version isn't supported.
  init?(_ request: RPCRequest) throws(RPCError) {
    let meta = request.meta
    guard meta.hasProtocolMetadata || request.method == "server/discover" else { return nil }
    guard let version = meta[MCPMetaKey.version]?.string else {
      throw .missingMeta(MCPMetaKey.version, "string", in: request.method)
    }
    guard MCPVersion.withoutHandshake.contains(version) else {
      throw .unsupportedVersion(version, supported: MCPVersion.withoutHandshake)
    }
    guard let capabilities = meta[MCPMetaKey.capabilities], capabilities.object != nil else {
      throw .missingMeta(MCPMetaKey.capabilities, "object", in: request.method)
    }
    negotiation = .perRequest
    self.version = version
    self.capabilities = capabilities
  }

  /// Whether the client may send several messages as a batch, in a JSON array.
  var acceptsBatches: Bool { version == "2025-03-26" }

  /// Whether the client can show its user a form that asks for input.
  var canElicit: Bool {
    guard let elicitation = capabilities?["elicitation"]?.object else { return false }
    return elicitation["form"] != nil || elicitation["url"] == nil
  }

  /// Whether a form may show each choice under a title that differs from its value.
  var supportsTitledChoices: Bool { version >= "2025-11-25" }
}

/// The keys of `_meta` members that we read or write.
enum MCPMetaKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let clientInfo = "io.modelcontextprotocol/clientInfo"
  static let serverInfo = "io.modelcontextprotocol/serverInfo"
  static let subscription = "io.modelcontextprotocol/subscriptionId"
  static let progressToken = "progressToken"
  /// The key of the member that holds a call's idempotency key, called `key` in call files.
  static let key = "dev.minuta/key"
  /// The key of the member that holds the number of the newest history entry when a result was
  /// made.
  static let revision = "dev.minuta/revision"
}

extension RPCRequest {
  /// The `_meta` member of the request's parameters; empty if there is none.
  var meta: JSONObject { parameters.named["_meta"]?.object ?? JSONObject() }

  /// Returns the token for progress notifications; nil if the client requested none.
  func progressToken(title: String) -> ProgressToken? {
    switch meta[MCPMetaKey.progressToken] {
    case .string(let text): ProgressToken(.mcp, token: .string(text), title: title)
    case .number(let number): ProgressToken(.mcp, token: .number(number), title: title)
    default: nil
    }
  }
}

extension JSONObject {
  /// Whether the `_meta` contains a protocol version or capabilities, as in versions without a
  /// handshake.
  var hasProtocolMetadata: Bool {
    self[MCPMetaKey.version] != nil || self[MCPMetaKey.capabilities] != nil
  }
}
