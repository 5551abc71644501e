import Synchronization

/// The outputs that messages are logged to, at most one of each kind.
package final class LogOutputs: Sendable {
  private let outputs = Mutex<[LogOutput]>([])

  package init() {}

  var all: [LogOutput] { outputs.withLock { $0 } }

  /// Adds an output in place of an earlier one of the same kind.
  func replace(with output: LogOutput) {
    outputs.withLock { outputs in
      outputs.removeAll { $0.kind == output.kind }
      outputs.append(output)
    }
  }
}
