/// The state of a client's session, which determines its protocol.
enum RPCSessionState: Sendable {
  /// No session was initialized; the client uses plain JSON-RPC, and all methods are available.
  case plain
  /// The client is an editor that uses the `initialize` and `shutdown` of the Language Server
  /// Protocol.
  case editor(canAnswer: Bool)
  /// The client uses MCP and began with an `initialize` handshake.
  case mcp(MCPClientInfo)
  /// The session is shut down; only `exit` is allowed.
  case shutDown
}
