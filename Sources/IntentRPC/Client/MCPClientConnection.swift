import Dispatch
import JSONText
import Synchronization
import SystemCalls

/// A connection to an MCP server that runs as a child process of this one.
final class MCPClientConnection: Sendable {
  typealias ReplyHandler = @Sendable (Result<JSONValue, RPCError>) -> Void

  /// A handler for the notifications and requests that the server sends, in the order received.
  protocol MessageHandler: Sendable {
    /// Handles a notification from the server.
    func handle(_ notification: RPCRequest)
    /// Handles a request from the server.
    ///
    /// The handler must call `answer` exactly once, now or later.
    func handle(_ request: RPCRequest, answer: @escaping ReplyHandler)
    /// Called when the connection has ended, so no more messages will arrive.
    func connectionEnded(_ connection: MCPClientConnection)
  }

  /// The callbacks for one request, invoked while it waits for its response.
  struct RequestCallbacks: Sendable {
    /// Returns the time from which the idle timeout counts.
    ///
    /// While the server waits for our answer to its own request, it isn't idle.
    var idleSince: (@Sendable () -> ContinuousClock.Instant)?
    /// Called when the server reports progress.
    var report: (@Sendable (_ fraction: Double, _ message: String?) -> Void)?
    /// Called when the response arrives, before any later message from the server is handled.
    var onResponse: (@Sendable () -> Void)?
  }

  private struct ConnectionState {
    var requests = OutstandingRequests()
    var callbacks: [Int: RequestCallbacks] = [:]
    var activity: [Int: RequestTimeoutState] = [:]
    var problem: String?
    var ignoredLineCount = 0
    /// The number of requests from the server that we haven't answered yet.
    var answering = 0

    mutating func recordActivity(of id: Int) {
      activity[id]?.time = .now
      activity[id]?.hasResponded = true
    }
  }

  /// The maximum number of server requests that we handle at the same time.
  private static let answerLimit = 32

  let log: ServerStderrLog
  private let program: ServerProgram
  private let child: SpawnedProcess
  private let output: FrameWriter
  private let messageHandler: any MessageHandler
  private let state = Mutex(ConnectionState())
  private let stderrClosed = DispatchSemaphore(value: 0)

  /// Starts the server's process.
  init(_ program: ServerProgram, messageHandler: any MessageHandler) throws(SystemError) {
    self.program = program
    self.messageHandler = messageHandler
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

  /// The number of lines from the server that weren't valid messages.
  var ignoredLineCount: Int { state.withLock { $0.ignoredLineCount } }

  /// The reason why the connection can't be used any more; nil while it works.
  var problem: String? { state.withLock { $0.problem } }

  /// Sends a request and waits for the response.
  ///
  /// - Parameter notifiesPeerOnCancel: whether to send the server a cancellation notification if we
  ///   stop waiting for the response.
  func sendRequest(
    _ method: String,
    _ parameters: JSONObject,
    limits: RequestTimeouts,
    notifiesPeerOnCancel: Bool = true,
    callbacks: RequestCallbacks = RequestCallbacks()
  ) async throws(MCPServerError) -> JSONValue {
    // Don't send a request if its task is already cancelled: the server might change something.
    if Task.isCancelled { throw .cancelled }
    let requestID = Mutex<Int?>(nil)
    let timer = Mutex<Task<Void, Never>?>(nil)
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let id = begin(method, parameters, continuation, callbacks)
        requestID.withLock { $0 = id }
        guard let id else { return continuation.resume(returning: .failure(.connectionEnded)) }
        if limits.idle != nil {
          let watch = Task { await self.watch(id, limits, notifiesPeerOnCancel, callbacks) }
          timer.withLock { $0 = watch }
        }
        if Task.isCancelled { abandon(id, .cancelled, notifiesPeer: notifiesPeerOnCancel) }
      }
    } onCancel: {
      if let id = requestID.withLock({ $0 }) {
        abandon(id, .cancelled, notifiesPeer: notifiesPeerOnCancel)
      }
    }
    timer.withLock { $0?.cancel() }
    let activity = requestID.withLock(\.self).flatMap(forget)
    do throws(RPCError) {
      return try reply.get()
    } catch {
      if case .timedOut = error, let activity {
        throw limits.failure(method, activity, ignoredLineCount)
      }
      throw MCPServerError(error, of: self)
    }
  }

  /// Sends the server a notification, which has no response.
  func notify(_ notification: RPCNotification) {
    send(notification.json)
  }

  /// Stops the server in steps: closes its input, then sends SIGTERM, then SIGKILL.
  ///
  /// From now on, requests from the server aren't answered.
  ///
  /// - Returns: A task that ends, with a description, when the process has ended.
  func stop() -> Task<String, Never> {
    fail(ConnectionProblem.stopped)
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

  private func begin(
    _ method: String,
    _ parameters: JSONObject,
    _ continuation: CheckedContinuation<OutstandingRequests.Reply, Never>,
    _ callbacks: RequestCallbacks
  ) -> Int? {
    state.withLock { state in
      guard let id = state.requests.add(continuation) else { return nil }
      state.callbacks[id] = callbacks
      state.activity[id] = RequestTimeoutState()
      var parameters = parameters
      if callbacks.report != nil {
        var meta = parameters["_meta"]?.object ?? JSONObject()
        meta[MCPMetaKey.progressToken] = .number(JSONNumber(id))
        parameters["_meta"] = .object(meta)
      }
      // Send while holding the lock, so a cancellation of this request can't be sent before it.
      send([
        "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
        "params": .object(parameters),
      ])
      return id
    }
  }

  private func forget(_ id: Int) -> RequestTimeoutState? {
    state.withLock { state in
      state.callbacks[id] = nil
      return state.activity.removeValue(forKey: id)
    }
  }

  /// Waits for a request's response, and gives up when the idle timeout or the total timeout
  /// expires.
  private func watch(
    _ id: Int,
    _ limits: RequestTimeouts,
    _ notifiesPeer: Bool,
    _ callbacks: RequestCallbacks
  ) async {
    guard let limit = limits.idle else { return }
    let end = ContinuousClock.now + limits.total
    while let activity = state.withLock({ $0.activity[id] }) {
      let time = max(activity.time, callbacks.idleSince?() ?? activity.time)
      let idleRemaining = limit - time.duration(to: .now)
      let totalRemaining = ContinuousClock.now.duration(to: end)
      if min(idleRemaining, totalRemaining) <= .zero {
        let exceededTotalTimeout =
          idleRemaining > .zero || activity.hasResponded && totalRemaining <= .zero
        state.withLock { $0.activity[id]?.exceededTotalTimeout = exceededTotalTimeout }
        return abandon(id, .timedOut, notifiesPeer: notifiesPeer)
      }
      if (try? await Task.sleep(for: min(idleRemaining, totalRemaining))) == nil { return }
    }
  }

  private func abandon(_ id: Int, _ error: RPCError, notifiesPeer: Bool) {
    let ended = state.withLock { state -> OutstandingRequests.AnsweredRequest? in
      guard let ended = state.requests.fail(id, with: error) else { return nil }
      let id: JSONValue = .number(JSONNumber(id))
      if notifiesPeer { send(RPCNotification("notifications/cancelled", ["requestId": id]).json) }
      return ended
    }
    ended?.resume()
  }

  /// Fails all outstanding requests, because the connection is unusable.
  ///
  /// If this is called several times, the first problem is kept as the reason.
  private func fail(_ problem: String) {
    let ended = state.withLock { state in
      if state.problem == nil { state.problem = problem }
      return state.requests.fail()
    }
    for ended in ended { ended.resume() }
  }

  private func send(_ message: JSONValue) { send(SerializedJSON(message)) }

  private func send(_ message: SerializedJSON) {
    output.send(Framing.newline.frame(message.utf8))
  }

  private func readMessages() {
    var parser = LineParser(limit: program.limits.messageBytes)
    while case let bytes = child.readOutput(), !bytes.isEmpty {
      guard let lines = parser.feed(bytes) else {
        fail(ConnectionProblem.messageTooLarge(limit: program.limits.messageBytes))
        child.terminate(with: .kill)
        break
      }
      for line in lines { receive(line) }
    }
    // The server may close its output without exiting. It can't respond then, so kill it.
    let ending = child.waitForExit(timeout: program.limits.stop)
    if ending == nil { child.terminate(with: .kill) }
    // Wait for the last lines of standard error: they may explain why the server has ended.
    _ = stderrClosed.wait(timeout: .now() + program.limits.stop / .seconds(1))
    fail(ending?.description ?? ConnectionProblem.outputClosed)
    child.closeInput()
    _ = output.close()
    messageHandler.connectionEnded(self)
  }

  private func receive(_ line: [UInt8]) {
    guard let message = try? JSONValue(parsing: line) else { return countIgnoredLine() }
    for message in message.array ?? [message] { receive(message) }
  }

  private func receive(_ message: JSONValue) {
    guard let object = message.object else { return countIgnoredLine() }
    if RPCRequest.isReply(object) {
      // For a late, duplicate or unsolicited response there's no outstanding request, so it's
      // ignored.
      let (ended, onResponse) = state.withLock { state in
        let ended = state.requests.take(object)
        return (ended, ended.flatMap { state.callbacks[$0.id]?.onResponse })
      }
      onResponse?()
      ended?.resume()
      return
    }
    guard let request = try? RPCRequest(object) else { return countIgnoredLine() }
    guard let id = request.id else { return receive(notification: request) }
    // Ignore the server's requests if it doesn't read our answers, which would fill memory. Also
    // ignore them once the connection has failed, because a replacement process may already handle
    // the calls that they belong to.
    if output.isFull || problem != nil { return countIgnoredLine() }
    guard beginAnswering() else {
      let error = RPCError.tooManyRequests(limit: Self.answerLimit)
      return send(RPCResponse(id: id, result: .failure(error)).json)
    }
    messageHandler.handle(request) { [self] answer in
      endAnswering()
      send(RPCResponse(id: id, result: answer.map { SerializedJSON($0) }).json)
    }
  }

  private func beginAnswering() -> Bool {
    state.withLock { state in
      guard state.answering < Self.answerLimit else { return false }
      state.answering += 1
      return true
    }
  }

  private func endAnswering() {
    state.withLock { $0.answering -= 1 }
  }

  private func receive(notification: RPCRequest) {
    guard notification.method == "notifications/progress" else {
      // A log message doesn't say which request it belongs to, so it restarts the idle timeout of
      // all.
      if notification.method == "notifications/message" {
        state.withLock { state in for id in state.activity.keys { state.recordActivity(of: id) } }
      }
      return messageHandler.handle(notification)
    }
    let values = notification.parameters.named
    guard let id = values["progressToken"]?.integer else { return countIgnoredLine() }
    let report = state.withLock { state in
      state.recordActivity(of: id)
      return state.callbacks[id]?.report
    }
    report?(
      Self.fraction(values["progress"]?.real ?? 0, of: values["total"]?.real),
      values["message"]?.string
    )
  }

  /// Converts a progress value of a server to a fraction from 0 to 1.
  ///
  /// Without a total, the fraction approaches 1 but never reaches it.
  private static func fraction(_ progress: Double, of total: Double?) -> Double {
    let progress = max(progress, 0)
    guard let total, total > 0 else { return progress / (progress + 1) }
    return min(progress / total, 1)
  }

  private func countIgnoredLine() {
    state.withLock { $0.ignoredLineCount += 1 }
  }
}

extension JSONValue {
  fileprivate var real: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }
}
