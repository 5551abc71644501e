/// The command, environment and timeouts of an MCP server that communicates over its standard
/// streams.
package struct ServerProgram: Sendable, Equatable {
  /// The server's timeouts and size limits.
  package struct Limits: Sendable, Equatable {
    /// The timeout for the handshake after starting.
    package var start: Duration = .seconds(10)
    /// The idle timeout of a call, restarted by each progress notification.
    package var call: Duration = .seconds(60)
    /// The total timeout of a call, regardless of progress.
    package var total: Duration = .seconds(3600)
    /// The time to wait for the process to exit after each step of stopping it.
    package var stop: Duration = .seconds(2)
    /// The maximum size of a message in bytes.
    package var messageBytes = 16 << 20

    package init() {}
  }

  /// The absolute path of the executable.
  package let command: String
  package let arguments: [String]
  /// The complete environment of the process.
  package let environment: [String: String]
  /// The working directory.
  package let folder: String
  /// The path of the log file for standard error.
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
