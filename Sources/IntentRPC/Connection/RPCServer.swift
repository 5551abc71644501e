import Foundation
import SystemCalls

/// Serves intents over JSON-RPC 2.0 on two descriptors, in the framing that the client uses.
///
/// A program that serves its own intents is this much:
///
/// ```swift
/// let engine = IntentEngine(providers: [Habits()], now: { .now })
/// exit(await RPCServer.serve(engine, as: ServerInfo(name: "habits", version: "1.0")))
/// ```
public struct RPCServer: Sendable {
  private let handler: any RPCHandler
  private let input: CInt
  private let output: CInt
  private let timeout: Duration
  private let drainTimeout: Duration

  /// - Parameters:
  ///   - timeout: how long a client may take nothing of what is sent to it.
  ///   - drainTimeout: how long the end of the input waits for a reply, any reply, before the rest
  ///     counts as lost.
  package init(
    handler: any RPCHandler,
    input: CInt,
    output: CInt,
    timeout: Duration = .seconds(30),
    drainTimeout: Duration = .milliseconds(1500)
  ) {
    self.handler = handler
    self.input = input
    self.output = output
    self.timeout = timeout
    self.drainTimeout = drainTimeout
  }

  /// Serves one client until its input ends, and answers all that came before.
  ///
  /// The process has to ignore `SIGPIPE`. Once this returns early, a thread may still wait for the
  /// input.
  ///
  /// - Returns: the exit code: 0 at the end of the input; 1 where the output is gone or stalls, the
  ///   input fails, or a request did not come to its end; 2 where the input cannot be cut into
  ///   messages, which has been answered.
  package func run() async -> Int32 {
    let (codes, code) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingOldest(1))
    do throws(SystemError) {
      let output = try FrameWriter(output, timeout: timeout) { code.yield(1) }
      let connection = RPCConnection(
        handler: handler,
        output: output,
        drainTimeout: drainTimeout
      ) { code.yield($0) }
      try SystemThread.start { [input] in code.yield(connection.serve(input)) }
    } catch {
      return Self.reportFailure(error)
    }
    for await code in codes { return code }
    return 1
  }

  /// Writes to standard error why nothing can be served.
  ///
  /// - Returns: The exit code.
  static func reportFailure(_ error: SystemError) -> Int32 {
    let program = ProcessInfo.processInfo.processName
    let line = "\(program): Cannot serve JSON-RPC: \(error.reason).\n"
    try? writeAll(2, path: nil, Array(line.utf8))
    return 1
  }
}
