/// The state of a client's session.
enum ClientSession: Sendable {
  /// Not initialized; all methods are available.
  case plain
  /// An editor that uses the life cycle of the Language Server Protocol.
  case editor(canAnswer: Bool)
  /// An MCP client that began with a handshake.
  case mcp(MCPClientInfo)
  /// Shut down; only `exit` is allowed.
  case shutDown

  /// The part of a session that a cached response depends on.
  enum Kind: Hashable {
    case plain
    case mcp
    case shutDown
  }

  var kind: Kind {
    switch self {
    case .plain, .editor: .plain
    case .mcp: .mcp
    case .shutDown: .shutDown
    }
  }
}
