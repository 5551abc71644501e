import IntentKit
import JSONText

/// What a client of the Model Context Protocol said of itself, by a handshake or with a request.
struct MCPClientInfo: Sendable {
  /// How the two sides know each other.
  enum Negotiation: Sendable {
    /// By an `initialize` at the beginning.
    case handshake
    /// By the `_meta` of every request.
    case perRequest
  }

  let negotiation: Negotiation
  /// The revision that is spoken.
  let version: String
  private let capabilities: JSONValue?

  /// Takes what `initialize` says; an unknown version is answered with the newest of that era.
  init(version: String, capabilities: JSONValue?) {
    negotiation = .handshake
    let isKnown = MCPVersion.withHandshake.contains(version)
    self.version = isKnown ? version : MCPVersion.withHandshake.last ?? version
    self.capabilities = capabilities
  }

  /// Takes what the `_meta` of a request says; nil for a request that says nothing of the kind.
  ///
  /// - Throws: where it says too little, or asks for a version that is not served.
  init?(_ request: RPCRequest) throws(RPCError) {
    let meta = request.meta
    guard meta.hasProtocolMetadata || request.method == "server/discover" else { return nil }
    guard let version = meta[MetaKey.version]?.string else {
      throw .invalidParameters(
        "\(request.method.quoted) needs \(MetaKey.version.quoted) in '_meta'."
      )
    }
    guard MCPVersion.withoutHandshake.contains(version) else {
      throw .unsupportedVersion(version, supported: MCPVersion.withoutHandshake)
    }
    guard let capabilities = meta[MetaKey.capabilities], capabilities.object != nil else {
      throw .invalidParameters(
        "\(request.method.quoted) needs \(MetaKey.capabilities.quoted) in '_meta'."
      )
    }
    negotiation = .perRequest
    self.version = version
    self.capabilities = capabilities
  }

  /// Whether messages may come in arrays.
  var acceptsBatches: Bool { version == "2025-03-26" }

  /// Whether it can put a form before its user.
  var canElicit: Bool {
    guard let elicitation = capabilities?["elicitation"]?.object else { return false }
    return elicitation["form"] != nil || elicitation["url"] == nil
  }

  /// Whether it knows choices that have titles.
  var supportsTitledChoices: Bool { version >= "2025-11-25" }
}

/// The keys of `_meta` that we know.
enum MetaKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let clientInfo = "io.modelcontextprotocol/clientInfo"
  static let serverInfo = "io.modelcontextprotocol/serverInfo"
  static let subscription = "io.modelcontextprotocol/subscriptionId"
  static let progressToken = "progressToken"
  /// The key of a call, as files have it beside `intent`.
  static let key = "dev.minuta/key"
  /// The number of the last entry of the history that a message knows.
  static let revision = "dev.minuta/revision"
}

extension RPCRequest {
  /// What the request says about itself.
  var meta: JSONObject { parameters.named["_meta"]?.object ?? JSONObject() }

  /// What its client wants to be told the progress by.
  func progressToken(title: String) -> ProgressToken? {
    switch meta[MetaKey.progressToken] {
    case .string(let text): ProgressToken(.mcp, token: .string(text), title: title)
    case .number(let number): ProgressToken(.mcp, token: .number(number), title: title)
    default: nil
    }
  }
}

extension JSONObject {
  /// Whether a request says what it needs known, as there is no handshake.
  var hasProtocolMetadata: Bool {
    self[MetaKey.version] != nil || self[MetaKey.capabilities] != nil
  }
}
