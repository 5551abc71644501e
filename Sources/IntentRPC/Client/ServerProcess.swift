import Dispatch
import JSONText
import SystemCalls

/// An MCP server that runs as a child process of this one, and our connection to it.
final class ServerProcess: Sendable {
  let connection: RPCConnection
  let log: ServerStderrLog
  private let program: ServerProgram
  private let child: SpawnedProcess
  private let output: FrameWriter
  private let handler: any RPCHandler
  private let stderrClosed = DispatchSemaphore(value: 0)

  /// The exit code of the process; nil if it runs or was killed.
  var exitCode: Int32? {
    if case .exited(let code) = child.waitForExit(timeout: .zero) { code } else { nil }
  }

  /// Starts the server's process.
  ///
  /// - Parameter handler: handles the notifications and requests that the server sends.
  init(_ program: ServerProgram, handler: any RPCHandler) throws(SystemError) {
    self.program = program
    self.handler = handler
    child = try SpawnedProcess(
      program.command,
      program.arguments,
      environment: program.environment,
      folder: program.folder
    )
    log = ServerStderrLog(program.log)
    let child = child
    output = try FrameWriter(child.input, timeout: program.limits.call) {
      child.terminate(with: .kill)
    }
    connection = RPCConnection(role: .client, handler: handler, output: output)
    do throws(SystemError) {
      try SystemThread.start { [child, log, stderrClosed] in
        while case let bytes = child.readErrors(), !bytes.isEmpty { log.append(bytes) }
        stderrClosed.signal()
      }
      try SystemThread.start { [self] in readMessages() }
    } catch {
      child.terminate(with: .kill)
      _ = output.close()
      throw error
    }
  }

  /// Sends a request and returns its result, which must be a JSON object.
  ///
  /// - Parameter notifiesPeerOnCancel: whether to send the server a cancellation notification if we
  ///   stop waiting for the response.
  func sendRequest(
    _ method: String,
    _ parameters: JSONObject,
    timeouts: RequestTimeouts,
    notifiesPeerOnCancel: Bool = true,
    callbacks: RPCConnection.RequestCallbacks = RPCConnection.RequestCallbacks()
  ) async throws(MCPServerError) -> JSONObject {
    let ending = await connection.exchange(
      method,
      parameters,
      timeouts: timeouts,
      notifiesPeerOnCancel: notifiesPeerOnCancel,
      callbacks: callbacks
    )
    switch ending.reply {
    case .success(let answer):
      guard let object = answer.object else { throw .malformedResponse(method: method) }
      return object
    case .failure(.timedOut):
      throw timeouts.failure(method, ending.activity, connection.ignoredMessageCount)
    case .failure(let error): throw MCPServerError(error, of: self)
    }
  }

  /// Stops the server in steps: closes its input, then sends SIGTERM, then SIGKILL.
  ///
  /// From now on, requests from the server aren't answered.
  ///
  /// - Returns: A task that ends, with a description, when the process has ended.
  func stop() -> Task<String, Never> {
    connection.fail(ConnectionProblem.stopped)
    let (child, limit) = (child, program.limits.stop)
    return Task {
      await withCheckedContinuation { done in
        let end = { @Sendable in done.resume(returning: child.end(timeoutPerStep: limit)) }
        // Waiting for the process blocks, so use a separate thread, not one of Swift's cooperative
        // pool.
        do throws(SystemError) { try SystemThread.start(end) } catch { end() }
      }
    }
  }

  private func readMessages() {
    var parser = FrameParser(limit: program.limits.messageBytes, framing: .newline)
    reading: while case let bytes = child.readOutput(), !bytes.isEmpty {
      for frame in parser.feed(bytes) {
        if case .broken = frame {
          connection.fail(ConnectionProblem.messageTooLarge(limit: program.limits.messageBytes))
          child.terminate(with: .kill)
          break reading
        }
        connection.receive(frame, in: .newline)
      }
    }
    // The server may close its output without exiting. It can't respond then, so kill it.
    let ending = child.waitForExit(timeout: program.limits.stop)
    if ending == nil { child.terminate(with: .kill) }
    // Wait for the last lines of standard error: they may explain why the server has ended.
    _ = stderrClosed.wait(timeout: .now() + program.limits.stop / .seconds(1))
    connection.fail(ending?.description ?? ConnectionProblem.outputClosed)
    child.closeInput()
    _ = output.close()
    handler.connectionEnded(connection)
  }
}
