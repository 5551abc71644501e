import SystemCalls

/// The reasons why a connection to a server is unusable.
///
/// Each is a clause that continues a sentence about the server: "it was stopped".
enum ConnectionProblem {
  static let stopped = "it was stopped"
  static let outputClosed = "it closed its output"
  static let disconnected = "its connection ended"
  static let cannotBeStopped = "it could not be stopped"

  static func messageTooLarge(limit: Int) -> String {
    "it sent a message larger than \(limit) bytes"
  }
}

extension SpawnedProcess.ExitStatus {
  /// The way in which the process ended, as a clause that continues a sentence about it.
  var description: String {
    switch self {
    case .exited(let code): "it exited with code \(code)"
    case .killed(let signal): "it was killed by signal \(signal)"
    }
  }
}
