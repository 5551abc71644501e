/// A program that serves the Model Context Protocol on its standard streams, and how it is run.
package struct ServerProgram: Sendable, Equatable {
  /// How long things may take.
  package struct Limits: Sendable, Equatable {
    /// To be greeted, once it is started.
    package var start: Duration = .seconds(10)
    /// To answer a call, counted from the last sign of progress.
    package var call: Duration = .seconds(60)
    /// To answer a call, whatever its progress.
    package var total: Duration = .seconds(3600)
    /// To end by itself, and once more after it was asked to.
    package var stop: Duration = .seconds(2)
    /// Bytes that a message of it may have.
    package var messageBytes = 16 << 20

    package init() {}
  }

  /// The absolute path of the program.
  package let command: String
  package let arguments: [String]
  /// All that it sees of variables.
  package let environment: [String: String]
  /// Where it works.
  package let folder: String
  /// The file that takes what it complains of; what it said before is kept beside it for a while.
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
