import Glibc

/// Runs programs that use the terminal of this process, such as an editor.
package enum ForegroundProcess {
  /// Runs a program with the given standard streams, and waits for its end.
  ///
  /// Until then, this process ignores the signals that the terminal's keys send, because they are
  /// meant for the program.
  ///
  /// - Returns: The exit code; for a program killed by a signal, the negative signal number.
  package static func run(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    streams: StandardStreams
  ) throws(SystemError) -> CInt {
    let signals = [SIGINT, SIGQUIT]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    let id = try ProcessSpawner(
      path,
      arguments,
      environment: environment,
      folder: folder,
      usesTerminal: true
    ).spawn(streams.input, streams.output, streams.errors)
    var status: CInt = 0
    while waitpid(id, &status, 0) == -1 {
      if errno != EINTR { throw .last("waitpid", path) }
    }
    let number = status & 0x7F
    return number == 0 ? (status >> 8) & 0xFF : -number
  }
}
