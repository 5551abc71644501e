import Dispatch
import JSONText
import Synchronization
import SystemCalls

/// One client: reads its messages on the caller's thread, has them judged in their order, and sees
/// to it that each request gets exactly one reply.
package final class RPCConnection: Sendable {
  /// Requests that an array may have.
  static let arrayLimit = 1000
  /// Requests that may be at work before no more are read.
  static let requestLimit = 256
  /// Requests that may be open until their client, or another program, ends them.
  static let openLimit = 256
  /// How long the end of the input waits for what other programs do.
  private static let elsewherePatience = Duration.seconds(60)

  struct State {
    var framing: Framing?
    var requests = RequestTable()
    var lastWrite: WriteTurn?
    var ownRequests = OwnRequests()
    var exitCode: Int32?
    /// Counts the times at which what is known has to be looked at anew.
    var look = 0
    /// How few requests at work the reading thread waits to be told of; nil where it does not.
    var toldAt: Int?
  }

  let state = Mutex(State())
  let output: FrameOutput
  private let handler: any RPCHandler
  private let drainPatience: Duration
  private let whenLeft: @Sendable (Int32) -> Void
  private let progressed = DispatchSemaphore(value: 0)

  /// - Parameter whenLeft: told where the connection has to end although its input has not.
  init(
    handler: any RPCHandler,
    output: FrameOutput,
    drainPatience: Duration,
    whenLeft: @escaping @Sendable (Int32) -> Void
  ) {
    self.handler = handler
    self.output = output
    self.drainPatience = drainPatience
    self.whenLeft = whenLeft
  }

  /// Reads and answers until the input ends.
  ///
  /// - Returns: the exit code.
  func serve(_ input: CInt) -> Int32 {
    var parser = FrameParser(limit: JSONLimits().bytes)
    do throws(SystemError) {
      while true {
        let chunk = try readOnce(input, path: nil, atMost: 64 << 10)
        if chunk.isEmpty { break }
        if let code = receive(parser.feed(chunk), in: parser.framing) { return code }
      }
    } catch {
      return close(with: max(1, drain()))
    }
    guard let rest = parser.finish() else { return close(with: drain()) }
    if rest.endsInput { return end(by: rest, in: parser.framing) }
    lookAnew()
    receive(rest, in: parser.framing)
    return close(with: max(exitCode ?? 0, drain()))
  }

  /// Judges messages that came together; what can be answered at once is answered together.
  ///
  /// - Returns: the exit code, where the input has to end here.
  private func receive(_ frames: [Frame], in framing: Framing?) -> Int32? {
    output.hold()
    defer { output.release() }
    lookAnew()
    for frame in frames {
      if frame.endsInput { return end(by: frame, in: framing) }
      receive(frame, in: framing)
      if let code = exitCode { return close(with: max(code, drain())) }
      waitForRoom()
    }
    return nil
  }

  /// Answers what came before a problem behind which no message can be found, and then the problem.
  private func end(by problem: Frame, in framing: Framing?) -> Int32 {
    let code = drain()
    receive(problem, in: framing)
    return close(with: max(2, code))
  }

  /// Ends the connection after the message that is being judged.
  package func end(with code: Int32) {
    state.withLock { $0.exitCode = code }
  }

  /// Ends the connection from elsewhere, whatever its client does.
  package func leave(with code: Int32) {
    whenLeft(code)
  }

  private var exitCode: Int32? { state.withLock { $0.exitCode } }

  private func close(with code: Int32) -> Int32 {
    for ended in state.withLock({ $0.ownRequests.fail() }) { ended.goOn() }
    return output.close() ? code : 1
  }

  private func receive(_ frame: Frame, in framing: Framing?) {
    state.withLock { $0.framing = framing }
    do throws(RPCError) {
      try receive(try json(of: frame))
    } catch {
      send(RPCReply.failure(error).json)
    }
  }

  private func json(of frame: Frame) throws(RPCError) -> JSONValue {
    switch frame {
    case .problem(let problem): throw .brokenFrame(problem)
    case .message(let bytes):
      do throws(JSONError) {
        return try JSONValue(parsing: bytes)
      } catch {
        throw .malformedMessage(error)
      }
    }
  }

  private func receive(_ message: JSONValue) throws(RPCError) {
    guard let array = message.array else { return receive(message, route: .alone) }
    guard handler.takesArrays else { throw .invalidRequest(.array) }
    guard !array.isEmpty else { throw .invalidRequest(.emptyBatch) }
    guard array.count <= Self.arrayLimit else {
      throw .invalidRequest(.batchTooLong(limit: Self.arrayLimit))
    }
    let replies = ArrayReply(count: array.count)
    for (place, element) in array.enumerated() {
      receive(element, route: .among(replies, place: place))
    }
  }

  private func receive(_ message: JSONValue, route: ReplyRoute) {
    guard let object = message.object else {
      return send(.failure(.invalidRequest(.notObject)), by: route)
    }
    if RPCRequest.isReply(object) {
      state.withLock { $0.ownRequests.take(object) }?.goOn()
      return send(nil, by: route)
    }
    do throws(RequestProblem) {
      receive(try RPCRequest(object), route: route)
    } catch {
      // A notification is recognised as one, whatever its parameters are.
      if case .malformedParameters = error, object["id"] == nil { return send(nil, by: route) }
      let id = RPCRequest.id(of: object)
      send(RPCReply(id: id, result: .failure(.invalidRequest(error))), by: route)
    }
  }

  private func receive(_ request: RPCRequest, route: ReplyRoute) {
    guard let id = request.id else { return receive(notification: request, route: route) }
    if let known = known(request, by: id) {
      return send(RPCReply(id: id, result: .success(known)), by: route)
    }
    do throws(RPCError) {
      switch try handler.work(for: request, on: self) {
      case .answer(let result):
        send(RPCReply(id: id, result: .success(JSONBytes(result))), by: route)
      case .task(let task): start(task, for: request, route: route)
      }
    } catch {
      send(RPCReply(id: id, result: .failure(error)), by: route)
    }
  }

  /// Has what is known looked at again before it is given.
  private func lookAnew() {
    state.withLock { $0.look += 1 }
  }

  /// What a request is answered at once, where no write comes before it.
  private func known(_ request: RPCRequest, by id: JSONValue) -> JSONBytes? {
    let look = state.withLock { state in
      let isFree = state.requests.serial(of: id) == nil && state.lastWrite?.isOver ?? true
      return isFree ? state.look : nil
    }
    return look.flatMap { handler.known(request, at: $0) }
  }

  private func receive(notification: RPCRequest, route: ReplyRoute) {
    send(nil, by: route)
    if let cancellation = Cancellation(notification) { return cancel(cancellation) }
    if case .task(let task)? = try? handler.work(for: notification, on: self) {
      start(task, for: notification, route: .nowhere)
    }
  }

  /// Sends a reply, or, where it is nil, whatever waited for it not to come.
  func send(_ reply: RPCReply?, by route: ReplyRoute) {
    if let message = route.message(with: reply) { send(message) }
  }

  /// Tells the client something.
  package func notify(_ notification: RPCNotification) {
    send(JSONBytes(notification.json))
  }

  func send(_ message: JSONBytes) {
    output.send((state.withLock { $0.framing } ?? .newline).frame(message.utf8))
  }

  private func waitForRoom() {
    let few = Self.requestLimit / 2
    guard output.isFull || hasMoreAtWork(than: Self.requestLimit, tellingAt: few) else { return }
    output.release()
    output.waitForRoom()
    while hasMoreAtWork(than: few, tellingAt: few) { progressed.wait() }
    lookAnew()
    output.hold()
  }

  /// Works off what was read; what does not come to an end is answered with an error.
  private func drain() -> Int32 {
    output.release()
    endOpenRequests()
    let deadline = ContinuousClock.now + Self.elsewherePatience
    var code: Int32 = 0
    while true {
      let finished = state.withLock { state in
        state.toldAt = .max
        return state.requests.entries.isEmpty ? nil : state.requests.finished
      }
      guard let finished else { return code }
      if progressed.wait(timeout: .now() + drainPatience / .seconds(1)) == .success { continue }
      let (isStuck, waitsElsewhere) = state.withLock { state in
        (state.requests.finished == finished, state.requests.isWaitingElsewhere)
      }
      if !isStuck { continue }
      let canWait = waitsElsewhere && .now < deadline
      if !canWait || state.withLock({ $0.requests.hasOwnWork }) { code = 1 }
      failAll(waitingElsewhere: canWait)
    }
  }

  /// Whether more than so many requests are at work; if so, the next end of one is told from when no
  /// more are left than `few`.
  private func hasMoreAtWork(than count: Int, tellingAt few: Int) -> Bool {
    state.withLock { state in
      let hasMore = state.requests.workCount > count
      state.toldAt = hasMore ? few : nil
      return hasMore
    }
  }

  func tellProgress() {
    let isWanted = state.withLock { state in
      guard let few = state.toldAt, state.requests.workCount <= few else { return false }
      state.toldAt = nil
      return true
    }
    if isWanted { progressed.signal() }
  }
}

extension Frame {
  fileprivate var endsInput: Bool {
    if case .problem(let problem) = self { problem.endsInput } else { false }
  }
}
