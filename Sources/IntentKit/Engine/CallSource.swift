/// A way in.
public enum CallSource: String, Sendable, CaseIterable {
  /// The short commands and flags of a terminal.
  case commandLine
  /// A file of calls.
  case file
  /// JSON-RPC on standard input.
  case rpc
  /// The Model Context Protocol.
  case mcp
  /// A key binding of the desktop.
  case key

  /// The name in a sentence.
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
