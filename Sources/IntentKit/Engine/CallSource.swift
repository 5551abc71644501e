/// The source of a call, such as the command line or a file.
public enum CallSource: String, Sendable, CaseIterable {
  /// A command in a terminal.
  case commandLine
  /// A file that contains calls or a workflow.
  case file
  /// A JSON-RPC request on standard input.
  case rpc
  /// A request over the Model Context Protocol.
  case mcp
  /// A key binding of the desktop environment.
  case key

  /// The name of the source for use in messages.
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
