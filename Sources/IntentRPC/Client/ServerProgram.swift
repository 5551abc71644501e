/// The program of an MCP server that communicates over standard input and output: its command,
/// environment and timeouts.
package struct ServerProgram: Sendable, Equatable {
  /// The timeouts and the message size limit for a server.
  package struct Limits: Sendable, Equatable {
    /// The timeout for the handshake after the process has started.
    package var start: Duration = .seconds(10)
    /// The idle timeout of a tool call, which each progress notification restarts.
    package var call: Duration = .seconds(60)
    /// The total timeout of a tool call, regardless of progress.
    package var total: Duration = .seconds(3600)
    /// The time to wait for the process to exit after each step of stopping it: closing its input,
    /// then sending SIGTERM.
    package var stop: Duration = .seconds(2)
    /// The maximum size in bytes of a message from the server.
    package var messageBytes = 16 << 20

    package init() {}
  }

  /// The absolute path of the server's executable.
  package let command: String
  package let arguments: [String]
  /// The complete environment of the process, which inherits no other variables.
  package let environment: [String: String]
  /// The working directory of the process.
  package let folder: String
  /// The path of the log file for the server's standard error output.
  package let log: String
  package let limits: Limits

  package init(
    command: String,
    arguments: [String],
    environment: [String: String],
    folder: String,
    log: String,
    limits: Limits = Limits()
  ) {
    self.command = command
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.log = log
    self.limits = limits
  }
}
