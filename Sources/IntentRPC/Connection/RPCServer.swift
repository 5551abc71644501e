import Foundation
package import SystemCalls

/// Serves intents over JSON-RPC 2.0 on two file descriptors.
///
/// Messages are separated by newlines or preceded by headers, depending on what the client sends. A
/// program can serve its own intents in two lines:
///
/// ```swift
/// let engine = IntentEngine(providers: [Habits()], now: { .now })
/// exit(await RPCServer.serve(engine, as: ServerInfo(name: "habits", version: "1.0")))
/// ```
public struct RPCServer: Sendable {
  private let handler: any RPCHandler
  private let streams: StandardStreams
  private let timeout: Duration
  private let drainTimeout: Duration

  /// - Parameters:
  ///   - timeout: how long the client may leave our output unread before it counts as disconnected.
  ///   - drainTimeout: the time after which the remaining requests fail at end of input, if no
  ///     request finishes.
  package init(
    handler: any RPCHandler,
    streams: StandardStreams,
    timeout: Duration = .seconds(30),
    drainTimeout: Duration = .milliseconds(1500)
  ) {
    self.handler = handler
    self.streams = streams
    self.timeout = timeout
    self.drainTimeout = drainTimeout
  }

  /// Serves one client until its input ends and all earlier requests are answered.
  ///
  /// The process must ignore `SIGPIPE`. If this function returns before the input ends, a thread
  /// may still be blocked reading the input.
  ///
  /// - Returns: The exit code: 0 at end of input; 1 if the output is closed or stalls, the input
  ///   fails, or a request didn't finish; 2 after reporting a framing error.
  package func run() async -> Int32 {
    let (codes, code) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingOldest(1))
    do throws(SystemError) {
      let output = try FrameWriter(streams.output, timeout: timeout) { code.yield(1) }
      let connection = RPCConnection(
        role: .server,
        handler: handler,
        output: output,
        drainTimeout: drainTimeout
      ) { code.yield($0) }
      try SystemThread.start { [streams] in code.yield(connection.serve(streams.input)) }
    } catch {
      return Self.reportFailure(error, on: streams)
    }
    for await code in codes { return code }
    return 1
  }

  /// Writes the reason why the server can't start to standard error.
  ///
  /// - Returns: The exit code of the process.
  static func reportFailure(_ error: SystemError, on streams: StandardStreams) -> Int32 {
    let program = ProcessInfo.processInfo.processName
    let line = "\(program): Can't serve JSON-RPC: \(error.reason).\n"
    try? writeAll(streams.errors, path: nil, Array(line.utf8))
    return 1
  }
}
