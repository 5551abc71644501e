import Dispatch
import JSONText
import Synchronization
import SystemCalls

/// A server in a process of its own, spoken to in requests and replies.
///
/// What it writes that is no message is passed over and counted.
final class MCPClientConnection: Sendable {
  typealias ReplyHandler = @Sendable (Result<JSONValue, RPCError>) -> Void

  /// What is done with what the server says of its own accord, in the order in which it says it.
  protocol MessageHandler: Sendable {
    /// Takes a notification.
    func handle(_ notification: RPCRequest)
    /// Takes a request, and has it answered, once, at any time.
    func handle(_ request: RPCRequest, answer: @escaping ReplyHandler)
    /// Learns that nothing more is to come.
    func connectionEnded(_ connection: MCPClientConnection)
  }

  /// What goes on while a reply is waited for.
  struct RequestCallbacks: Sendable {
    /// From when the server is waited for, where that may be later, as it waited itself.
    var idleSince: (@Sendable () -> ContinuousClock.Instant)?
    /// Told how far the server is.
    var report: (@Sendable (_ part: Double, _ message: String?) -> Void)?
    /// Told that the reply is there, before anything that the server says after it.
    var onResponse: (@Sendable () -> Void)?
  }

  private struct ConnectionState {
    var requests = OutstandingRequests()
    var callbacks: [Int: RequestCallbacks] = [:]
    var activity: [Int: ServerActivity] = [:]
    var problem: String?
    var ignoredLineCount = 0
    /// How many requests of the server are being answered.
    var answering = 0

    mutating func recordActivity(of id: Int) {
      activity[id]?.time = .now
      activity[id]?.hasResponded = true
    }
  }

  /// Requests of a server that are answered at a time.
  private static let answerLimit = 32

  let log: ServerLog
  private let program: ServerProgram
  private let child: SpawnedProcess
  private let output: FrameWriter
  private let messageHandler: any MessageHandler
  private let state = Mutex(ConnectionState())
  private let stderrClosed = DispatchSemaphore(value: 0)

  /// Starts the program.
  init(_ program: ServerProgram, messageHandler: any MessageHandler) throws(SystemError) {
    self.program = program
    self.messageHandler = messageHandler
    child = try SpawnedProcess(
      program.command,
      program.arguments,
      environment: program.environment,
      folder: program.folder
    )
    log = ServerLog(program.log)
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

  /// How many lines it wrote that were no use.
  var ignoredLineCount: Int { state.withLock { $0.ignoredLineCount } }

  /// What is the matter with the server; nil while nothing is.
  var problem: String? { state.withLock { $0.problem } }

  /// Asks for something, and waits for the reply.
  ///
  /// - Parameters:
  ///   - notifiesPeerOnCancel: whether the server is told that nobody waits any more.
  func sendRequest(
    _ method: String,
    _ parameters: JSONObject,
    limits: RequestTimeouts,
    notifiesPeerOnCancel: Bool = true,
    callbacks: RequestCallbacks = RequestCallbacks()
  ) async throws(MCPServerError) -> JSONValue {
    // What nobody waits for any more is not even asked, as it may change something.
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
    let sign = requestID.withLock(\.self).flatMap(forget)
    do throws(RPCError) {
      return try reply.get()
    } catch {
      if case .timedOut = error, let sign { throw limits.failure(method, sign, ignoredLineCount) }
      throw MCPServerError(error, of: self)
    }
  }

  /// Tells the server something.
  func notify(_ notification: RPCNotification) {
    send(notification.json)
  }

  /// Ends the server: its input ends, then it is asked to, then it is made to.
  ///
  /// Nothing that it asks from here on is answered.
  ///
  /// - Returns: how it ended, once it has.
  func stop() -> Task<String, Never> {
    fail("it was stopped")
    let (child, limit) = (child, program.limits.stop)
    return Task {
      await withCheckedContinuation { done in
        let end = { @Sendable in done.resume(returning: child.end(timeoutPerStep: limit)) }
        // Without a thread of its own it holds up one of the pool.
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
      state.activity[id] = ServerActivity()
      var parameters = parameters
      if callbacks.report != nil {
        var meta = parameters["_meta"]?.object ?? JSONObject()
        meta[MetaKey.progressToken] = .number(JSONNumber(id))
        parameters["_meta"] = .object(meta)
      }
      // With the lock held, so that a request is sent before it can be given up.
      send([
        "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
        "params": .object(parameters),
      ])
      return id
    }
  }

  private func forget(_ id: Int) -> ServerActivity? {
    state.withLock { state in
      state.callbacks[id] = nil
      return state.activity.removeValue(forKey: id)
    }
  }

  /// Gives a request up once the server has said nothing for too long, or the request took too long.
  private func watch(
    _ id: Int,
    _ limits: RequestTimeouts,
    _ notifiesPeer: Bool,
    _ callbacks: RequestCallbacks
  ) async {
    guard let limit = limits.idle else { return }
    let end = ContinuousClock.now + limits.total
    while let sign = state.withLock({ $0.activity[id] }) {
      let time = max(sign.time, callbacks.idleSince?() ?? sign.time)
      let quiet = limit - time.duration(to: .now)
      let rest = ContinuousClock.now.duration(to: end)
      if min(quiet, rest) <= .zero {
        let exceededTotalTimeout = quiet > .zero || sign.hasResponded && rest <= .zero
        state.withLock { $0.activity[id]?.exceededTotalTimeout = exceededTotalTimeout }
        return abandon(id, .timedOut, notifiesPeer: notifiesPeer)
      }
      if (try? await Task.sleep(for: min(quiet, rest))) == nil { return }
    }
  }

  private func abandon(_ id: Int, _ error: RPCError, notifiesPeer: Bool) {
    let ended = state.withLock { state -> OutstandingRequests.Completion? in
      guard let ended = state.requests.fail(id, with: error) else { return nil }
      let id: JSONValue = .number(JSONNumber(id))
      if notifiesPeer { send(RPCNotification("notifications/cancelled", ["requestId": id]).json) }
      return ended
    }
    ended?.resume()
  }

  /// Gives all requests up, for a reason that counts if it is the first.
  private func fail(_ problem: String) {
    let ended = state.withLock { state in
      if state.problem == nil { state.problem = problem }
      return state.requests.fail()
    }
    for ended in ended { ended.resume() }
  }

  private func send(_ message: JSONValue) { send(JSONBytes(message)) }

  private func send(_ message: JSONBytes) {
    output.send(Framing.newline.frame(message.utf8))
  }

  private func readMessages() {
    var parser = LineParser(limit: program.limits.messageBytes)
    while case let bytes = child.readOutput(), !bytes.isEmpty {
      guard let lines = parser.feed(bytes) else {
        fail("it sent a message of more than \(program.limits.messageBytes) bytes")
        child.terminate(with: .kill)
        break
      }
      for line in lines { receive(line) }
    }
    // It may have closed its output and stay; without it, it is no use.
    let ending = child.waitForExit(timeout: program.limits.stop)
    if ending == nil { child.terminate(with: .kill) }
    // What it said last may tell why.
    _ = stderrClosed.wait(timeout: .now() + program.limits.stop / .seconds(1))
    fail(ending?.description ?? "it closed its output")
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
      // One that comes late, or twice, or to nothing that was asked, is no use and no harm.
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
    // One that does not read what it is told could ask until all memory is full; one that is being
    // stopped may have another in its place that is asked for the same.
    if output.isFull || problem != nil { return countIgnoredLine() }
    guard beginAnswering() else {
      let error = RPCError.failed(
        code: RPCErrorCode.busy.rawValue,
        message: "\(Self.answerLimit) requests are being answered.",
        data: JSONObject()
      )
      return send(RPCResponse(id: id, result: .failure(error)).json)
    }
    messageHandler.handle(request) { [self] answer in
      endAnswering()
      send(RPCResponse(id: id, result: answer.map { JSONBytes($0) }).json)
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
      // A log message belongs to no request, so it counts for all.
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
      Self.part(values["progress"]?.real ?? 0, of: values["total"]?.real),
      values["message"]?.string
    )
  }

  /// How much is done, from 0 to 1; where nobody knows of how much, it nears the end and does not
  /// get there.
  private static func part(_ progress: Double, of total: Double?) -> Double {
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
