/// The source of a call.
public enum CallSource: String, Sendable, CaseIterable {
  /// A command in a terminal.
  case commandLine
  /// A call file.
  case file
  /// JSON-RPC on standard input.
  case rpc
  /// The Model Context Protocol.
  case mcp
  /// A key binding of the desktop.
  case key

  /// The name for use in a sentence.
  package var name: String {
    switch self {
    case .commandLine: "command line"
    case .file: "file"
    case .rpc: "RPC"
    case .mcp: "MCP"
    case .key: "key"
    }
  }
}
