import Dispatch
import JSONText
import Synchronization
import SystemCalls

/// One client: reads its messages on the caller's thread, has them judged in their order, and sees
/// to it that each request gets exactly one reply.
package final class RPCConnection: Sendable {
  /// Requests that an array may have.
  static let batchLimit = 1000
  /// Requests that may be at work before no more are read.
  static let requestLimit = 256
  /// Requests that may be open until their client, or another program, ends them.
  static let pendingLimit = 256
  /// How long the end of the input waits for what other programs do.
  private static let externalTimeout = Duration.seconds(60)

  struct ConnectionState {
    var framing: Framing?
    var requests = RequestTable()
    var lastWrite: WriteBarrier?
    var outstandingRequests = OutstandingRequests()
    var exitCode: Int32?
    /// Counts the times at which what is known has to be looked at anew.
    var generation = 0
    /// How few requests at work the reading thread waits to be told of; nil where it does not.
    var signalThreshold: Int?
  }

  let state = Mutex(ConnectionState())
  let output: FrameWriter
  private let handler: any RPCHandler
  private let drainTimeout: Duration
  private let onAbort: @Sendable (Int32) -> Void
  private let progressed = DispatchSemaphore(value: 0)

  /// - Parameter onAbort: told where the connection has to end although its input has not.
  init(
    handler: any RPCHandler,
    output: FrameWriter,
    drainTimeout: Duration,
    onAbort: @escaping @Sendable (Int32) -> Void
  ) {
    self.handler = handler
    self.output = output
    self.drainTimeout = drainTimeout
    self.onAbort = onAbort
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
    advanceGeneration()
    receive(rest, in: parser.framing)
    return close(with: max(exitCode ?? 0, drain()))
  }

  /// Judges messages that came together; what can be answered at once is answered together.
  ///
  /// - Returns: the exit code, where the input has to end here.
  private func receive(_ frames: [Frame], in framing: Framing?) -> Int32? {
    output.hold()
    defer { output.release() }
    advanceGeneration()
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
  package func abort(with code: Int32) {
    onAbort(code)
  }

  private var exitCode: Int32? { state.withLock { $0.exitCode } }

  private func close(with code: Int32) -> Int32 {
    for ended in state.withLock({ $0.outstandingRequests.fail() }) { ended.resume() }
    return output.close() ? code : 1
  }

  private func receive(_ frame: Frame, in framing: Framing?) {
    state.withLock { $0.framing = framing }
    do throws(RPCError) {
      try receive(try json(of: frame))
    } catch {
      send(RPCResponse.failure(error).json)
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
    guard let array = message.array else { return receive(message, route: .single) }
    guard handler.acceptsBatches else { throw .invalidRequest(.array) }
    guard !array.isEmpty else { throw .invalidRequest(.emptyBatch) }
    guard array.count <= Self.batchLimit else {
      throw .invalidRequest(.batchTooLong(limit: Self.batchLimit))
    }
    let replies = BatchResponse(count: array.count)
    for (place, element) in array.enumerated() {
      receive(element, route: .batch(replies, index: place))
    }
  }

  private func receive(_ message: JSONValue, route: ResponseRoute) {
    guard let object = message.object else {
      return send(.failure(.invalidRequest(.notObject)), by: route)
    }
    if RPCRequest.isReply(object) {
      state.withLock { $0.outstandingRequests.take(object) }?.resume()
      return send(nil, by: route)
    }
    do throws(RequestProblem) {
      receive(try RPCRequest(object), route: route)
    } catch {
      // A notification is recognised as one, whatever its parameters are.
      if case .malformedParameters = error, object["id"] == nil { return send(nil, by: route) }
      let id = RPCRequest.id(of: object)
      send(RPCResponse(id: id, result: .failure(.invalidRequest(error))), by: route)
    }
  }

  private func receive(_ request: RPCRequest, route: ResponseRoute) {
    guard let id = request.id else { return receive(notification: request, route: route) }
    if let cached = cachedResponse(to: request, id: id) {
      return send(RPCResponse(id: id, result: .success(cached)), by: route)
    }
    do throws(RPCError) {
      switch try handler.handle(request, on: self) {
      case .answer(let result):
        send(RPCResponse(id: id, result: .success(JSONBytes(result))), by: route)
      case .task(let task): start(task, for: request, route: route)
      }
    } catch {
      send(RPCResponse(id: id, result: .failure(error)), by: route)
    }
  }

  /// Has what is known looked at again before it is given.
  private func advanceGeneration() {
    state.withLock { $0.generation += 1 }
  }

  /// What a request is answered at once, where no write comes before it.
  private func cachedResponse(to request: RPCRequest, id: JSONValue) -> JSONBytes? {
    let generation = state.withLock { state in
      let isFree = state.requests.serial(of: id) == nil && state.lastWrite?.isReleased ?? true
      return isFree ? state.generation : nil
    }
    return generation.flatMap { handler.cachedResponse(for: request, generation: $0) }
  }

  private func receive(notification: RPCRequest, route: ResponseRoute) {
    send(nil, by: route)
    if let cancellation = Cancellation(notification) { return cancel(cancellation) }
    if case .task(let task)? = try? handler.handle(notification, on: self) {
      start(task, for: notification, route: .discarded)
    }
  }

  /// Sends a reply, or, where it is nil, whatever waited for it not to come.
  func send(_ reply: RPCResponse?, by route: ResponseRoute) {
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
    guard output.isFull || hasMoreAtWork(than: Self.requestLimit, signalAt: few) else { return }
    output.release()
    output.waitForRoom()
    while hasMoreAtWork(than: few, signalAt: few) { progressed.wait() }
    advanceGeneration()
    output.hold()
  }

  /// Works off what was read; what does not come to an end is answered with an error.
  private func drain() -> Int32 {
    output.release()
    cancelLongLivedRequests()
    let deadline = ContinuousClock.now + Self.externalTimeout
    var code: Int32 = 0
    while true {
      let finished = state.withLock { state in
        state.signalThreshold = .max
        return state.requests.entries.isEmpty ? nil : state.requests.finished
      }
      guard let finished else { return code }
      if progressed.wait(timeout: .now() + drainTimeout / .seconds(1)) == .success { continue }
      let (isStuck, hasExternalRequests) = state.withLock { state in
        (state.requests.finished == finished, state.requests.hasExternalRequests)
      }
      if !isStuck { continue }
      let canWait = hasExternalRequests && .now < deadline
      if !canWait || state.withLock({ $0.requests.hasInternalRequests }) { code = 1 }
      failAll(exceptExternal: canWait)
    }
  }

  /// Whether more than so many requests are at work; if so, the next end of one is told from when no
  /// more are left than `few`.
  private func hasMoreAtWork(than count: Int, signalAt few: Int) -> Bool {
    state.withLock { state in
      let hasMore = state.requests.activeCount > count
      state.signalThreshold = hasMore ? few : nil
      return hasMore
    }
  }

  func signalProgress() {
    let isWanted = state.withLock { state in
      guard let few = state.signalThreshold, state.requests.activeCount <= few else { return false }
      state.signalThreshold = nil
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
