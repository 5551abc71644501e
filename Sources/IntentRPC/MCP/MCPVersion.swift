/// The revisions of the Model Context Protocol that are served.
enum MCPVersion {
  /// Those that begin with a handshake, the newest last.
  static let withHandshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// Those in which every request says what it needs known.
  static let withoutHandshake = ["2026-07-28"]
}
