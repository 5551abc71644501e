/// The versions of the Model Context Protocol that we support.
enum MCPVersion {
  /// The versions that begin with an `initialize` handshake, oldest first.
  static let withHandshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// The versions without a handshake, in which every request describes the client.
  static let withoutHandshake = ["2026-07-28"]
}
