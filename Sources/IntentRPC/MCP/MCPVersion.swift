/// The supported versions of the Model Context Protocol.
enum MCPVersion {
  /// The versions that begin with a handshake, oldest first.
  static let withHandshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// The versions that send the client's information with every request.
  static let withoutHandshake = ["2026-07-28"]
}
