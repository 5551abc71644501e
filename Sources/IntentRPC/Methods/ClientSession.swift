/// What the client of a connection has said it is.
enum ClientSession: Sendable {
  /// Nothing; any method works.
  case plain
  /// An editor, by the life cycle of the Language Server Protocol.
  case editor(canAnswer: Bool)
  /// A client of the Model Context Protocol that began with a handshake.
  case mcp(MCPClientInfo)
  /// It asked to shut down; it may only leave.
  case shutDown

  /// What of it decides how a request is answered that needs nothing of its client.
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
