import SystemCalls

/// The reasons why a connection to a server is unusable, as clauses about the server.
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
  /// The end of the process as a clause.
  var description: String {
    switch self {
    case .exited(let code): "it exited with code \(code)"
    case .killed(let signal): "it was killed by signal \(signal)"
    }
  }
}
