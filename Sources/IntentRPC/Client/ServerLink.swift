import Dispatch
import JSONText
import Synchronization
import SystemCalls

/// A server in a process of its own, spoken to in requests and replies.
///
/// What it writes that is no message is passed over and counted.
final class ServerLink: Sendable {
  typealias Answer = @Sendable (Result<JSONValue, RPCError>) -> Void

  /// What is done with what the server says of its own accord, in the order in which it says it.
  protocol Listener: Sendable {
    /// Takes a notification.
    func hears(_ notification: RPCRequest)
    /// Takes a request, and has it answered, once, at any time.
    func takes(_ request: RPCRequest, answer: @escaping Answer)
    /// Learns that nothing more is to come.
    func ends(_ link: ServerLink)
  }

  /// What goes on while a reply is waited for.
  struct Meanwhile: Sendable {
    /// From when the server is waited for, where that may be later, as it waited itself.
    var quietSince: (@Sendable () -> ContinuousClock.Instant)?
    /// Told how far the server is.
    var report: (@Sendable (_ part: Double, _ message: String?) -> Void)?
    /// Told that the reply is there, before anything that the server says after it.
    var whenAnswered: (@Sendable () -> Void)?
  }

  private struct State {
    var requests = OwnRequests()
    var meanwhile: [Int: Meanwhile] = [:]
    var signs: [Int: LifeSign] = [:]
    var problem: String?
    var passedOver = 0
    /// How many requests of the server are being answered.
    var answering = 0

    mutating func noteSign(of id: Int) {
      signs[id]?.time = .now
      signs[id]?.isFromServer = true
    }
  }

  /// Requests of a server that are answered at a time.
  private static let answerLimit = 32

  let log: ServerLog
  private let program: ServerProgram
  private let child: SpawnedProgram
  private let output: FrameOutput
  private let listener: any Listener
  private let state = Mutex(State())
  private let hasComplained = DispatchSemaphore(value: 0)

  /// Starts the program.
  init(_ program: ServerProgram, listener: any Listener) throws(SystemError) {
    self.program = program
    self.listener = listener
    child = try SpawnedProgram(
      program.command,
      program.arguments,
      environment: program.environment,
      folder: program.folder
    )
    log = ServerLog(program.log)
    let child = child
    output = try FrameOutput(child.input, patience: program.limits.call) { child.end(by: .kill) }
    do throws(SystemError) {
      try SystemThread.start { [child, log, hasComplained] in
        while case let bytes = child.readErrors(), !bytes.isEmpty { log.append(bytes) }
        hasComplained.signal()
      }
      try SystemThread.start { [self] in readMessages() }
    } catch {
      child.end(by: .kill)
      _ = output.close()
      throw error
    }
  }

  /// How many lines it wrote that were no use.
  var passedOver: Int { state.withLock { $0.passedOver } }

  /// What is the matter with the server; nil while nothing is.
  var problem: String? { state.withLock { $0.problem } }

  /// Asks for something, and waits for the reply.
  ///
  /// - Parameters:
  ///   - isGivenUpAloud: whether the server is told that nobody waits any more.
  func ask(
    _ method: String,
    _ parameters: JSONObject,
    limits: RequestLimits,
    isGivenUpAloud: Bool = true,
    meanwhile: Meanwhile = Meanwhile()
  ) async throws(ServerError) -> JSONValue {
    // What nobody waits for any more is not even asked, as it may change something.
    if Task.isCancelled { throw .cancelled }
    let asked = Mutex<Int?>(nil)
    let timer = Mutex<Task<Void, Never>?>(nil)
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let id = begin(method, parameters, continuation, meanwhile)
        asked.withLock { $0 = id }
        guard let id else { return continuation.resume(returning: .failure(.connectionEnded)) }
        if limits.silence != nil {
          let watch = Task { await self.watch(id, limits, isGivenUpAloud, meanwhile) }
          timer.withLock { $0 = watch }
        }
        if Task.isCancelled { giveUp(id, .cancelled, isAloud: isGivenUpAloud) }
      }
    } onCancel: {
      if let id = asked.withLock({ $0 }) { giveUp(id, .cancelled, isAloud: isGivenUpAloud) }
    }
    timer.withLock { $0?.cancel() }
    let sign = asked.withLock(\.self).flatMap(forget)
    do throws(RPCError) {
      return try reply.get()
    } catch {
      if case .overdue = error, let sign { throw limits.failure(method, sign, passedOver) }
      throw ServerError(error, of: self)
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
        let end = { @Sendable in done.resume(returning: child.end(inStepsOf: limit)) }
        // Without a thread of its own it holds up one of the pool.
        do throws(SystemError) { try SystemThread.start(end) } catch { end() }
      }
    }
  }

  private func begin(
    _ method: String,
    _ parameters: JSONObject,
    _ continuation: CheckedContinuation<OwnRequests.Reply, Never>,
    _ meanwhile: Meanwhile
  ) -> Int? {
    state.withLock { state in
      guard let id = state.requests.add(continuation) else { return nil }
      state.meanwhile[id] = meanwhile
      state.signs[id] = LifeSign()
      var parameters = parameters
      if meanwhile.report != nil {
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

  private func forget(_ id: Int) -> LifeSign? {
    state.withLock { state in
      state.meanwhile[id] = nil
      return state.signs.removeValue(forKey: id)
    }
  }

  /// Gives a request up once the server has said nothing for too long, or the request took too long.
  private func watch(
    _ id: Int,
    _ limits: RequestLimits,
    _ isAloud: Bool,
    _ meanwhile: Meanwhile
  ) async {
    guard let limit = limits.silence else { return }
    let end = ContinuousClock.now + limits.whole
    while let sign = state.withLock({ $0.signs[id] }) {
      let time = max(sign.time, meanwhile.quietSince?() ?? sign.time)
      let quiet = limit - time.duration(to: .now)
      let rest = ContinuousClock.now.duration(to: end)
      if min(quiet, rest) <= .zero {
        let isLate = quiet > .zero || sign.isFromServer && rest <= .zero
        state.withLock { $0.signs[id]?.isLate = isLate }
        return giveUp(id, .overdue, isAloud: isAloud)
      }
      if (try? await Task.sleep(for: min(quiet, rest))) == nil { return }
    }
  }

  private func giveUp(_ id: Int, _ error: RPCError, isAloud: Bool) {
    let ended = state.withLock { state -> OwnRequests.Ended? in
      guard let ended = state.requests.fail(id, with: error) else { return nil }
      let id: JSONValue = .number(JSONNumber(id))
      if isAloud { send(RPCNotification("notifications/cancelled", ["requestId": id]).json) }
      return ended
    }
    ended?.goOn()
  }

  /// Gives all requests up, for a reason that counts if it is the first.
  private func fail(_ problem: String) {
    let ended = state.withLock { state in
      if state.problem == nil { state.problem = problem }
      return state.requests.fail()
    }
    for ended in ended { ended.goOn() }
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
        child.end(by: .kill)
        break
      }
      for line in lines { receive(line) }
    }
    // It may have closed its output and stay; without it, it is no use.
    let ending = child.ending(within: program.limits.stop)
    if ending == nil { child.end(by: .kill) }
    // What it said last may tell why.
    _ = hasComplained.wait(timeout: .now() + program.limits.stop / .seconds(1))
    fail(ending?.words ?? "it closed its output")
    child.closeInput()
    _ = output.close()
    listener.ends(self)
  }

  private func receive(_ line: [UInt8]) {
    guard let message = try? JSONValue(parsing: line) else { return passOver() }
    for message in message.array ?? [message] { receive(message) }
  }

  private func receive(_ message: JSONValue) {
    guard let object = message.object else { return passOver() }
    if RPCRequest.isReply(object) {
      // One that comes late, or twice, or to nothing that was asked, is no use and no harm.
      let (ended, whenAnswered) = state.withLock { state in
        let ended = state.requests.take(object)
        return (ended, ended.flatMap { state.meanwhile[$0.id]?.whenAnswered })
      }
      whenAnswered?()
      ended?.goOn()
      return
    }
    guard let request = try? RPCRequest(object) else { return passOver() }
    guard let id = request.id else { return receive(notification: request) }
    // One that does not read what it is told could ask until all memory is full; one that is being
    // stopped may have another in its place that is asked for the same.
    if output.isFull || problem != nil { return passOver() }
    guard beginAnswering() else {
      let error = RPCError.failed(
        code: RPCErrorCode.busy.rawValue,
        message: "\(Self.answerLimit) requests are being answered.",
        data: JSONObject()
      )
      return send(RPCReply(id: id, result: .failure(error)).json)
    }
    listener.takes(request) { [self] answer in
      endAnswering()
      send(RPCReply(id: id, result: answer.map { JSONBytes($0) }).json)
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
        state.withLock { state in for id in state.signs.keys { state.noteSign(of: id) } }
      }
      return listener.hears(notification)
    }
    let values = notification.parameters.named
    guard let id = values["progressToken"]?.integer else { return passOver() }
    let report = state.withLock { state in
      state.noteSign(of: id)
      return state.meanwhile[id]?.report
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

  private func passOver() {
    state.withLock { $0.passedOver += 1 }
  }
}

extension JSONValue {
  fileprivate var real: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }
}
