import Dispatch
import IntentKit
import JSONText
import Synchronization
import SystemCalls

/// A JSON-RPC connection between a handler in this process and a peer: our client or a server.
///
/// It handles messages in order, on the thread that reads them. As a server, it sends one response
/// to each request, or none if the protocol says so for a cancelled one.
package final class RPCConnection: Sendable {
  /// The side of the protocol that this process is on.
  enum Role {
    /// We serve a client: invalid messages are answered with errors.
    case server
    /// We use a server: invalid messages are counted and ignored.
    case client
  }

  /// The maximum number of messages in a batch (a JSON array of messages).
  static let batchLimit = 1000
  /// The number of active requests above which no further messages are read.
  static let requestLimit = 256
  /// The maximum number of requests that wait for the client's answer or for another program.
  static let pendingLimit = 256
  /// The maximum number of requests of a server that wait for the user's answer.
  static let answerLimit = 32
  /// The maximum time to wait, after the end of input, for requests that other programs handle.
  private static let externalTimeout = Duration.seconds(60)

  struct ConnectionState {
    var framing: Framing?
    var requests = RequestTable()
    var lastWrite: WriteBarrier?
    var outstandingRequests = OutstandingRequests()
    var exitCode: Int32?
    /// The number of messages ignored in the role `client`: invalid ones, and requests that
    /// couldn't be answered.
    var ignoredMessageCount = 0
    /// The reason why a client can't use the connection any more; nil while it works.
    var problem: String?
    /// The number of active requests at which the waiting reading thread is woken; nil if it isn't
    /// waiting.
    var signalThreshold: Int?
  }

  let state = Mutex(ConnectionState())
  let role: Role
  let output: FrameWriter
  /// The beginning of commands in messages: that of the task which made the connection, since
  /// requests are handled in tasks that a thread starts.
  let commandPrefix: String
  private let handler: any RPCHandler
  private let drainTimeout: Duration
  private let onAbort: @Sendable (Int32) -> Void
  private let progressed = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - drainTimeout: the time after which a server gives up waiting at end of input if no request
  ///     finishes.
  ///   - onAbort: called when the connection has to end although its input hasn't ended.
  init(
    role: Role,
    handler: any RPCHandler,
    output: FrameWriter,
    drainTimeout: Duration = .zero,
    onAbort: @escaping @Sendable (Int32) -> Void = { _ in }
  ) {
    self.role = role
    self.handler = handler
    self.output = output
    commandPrefix = minuta
    self.drainTimeout = drainTimeout
    self.onAbort = onAbort
  }

  /// Reads and handles messages until the input ends.
  ///
  /// - Returns: The exit code of the process.
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
    receive(rest, in: parser.framing)
    return close(with: max(exitCode ?? 0, drain()))
  }

  /// Handles the messages that arrived together, and writes their immediate responses together.
  ///
  /// - Returns: The exit code of the process if reading has to stop here; otherwise nil.
  private func receive(_ frames: [Frame], in framing: Framing?) -> Int32? {
    output.hold()
    defer { output.release() }
    for frame in frames {
      if frame.endsInput { return end(by: frame, in: framing) }
      receive(frame, in: framing)
      if let code = exitCode { return close(with: max(code, drain())) }
      waitForRoom()
    }
    return nil
  }

  /// Finishes the earlier requests, reports the framing error, and ends the connection.
  ///
  /// After such an error, the start of the next message can't be found.
  private func end(by problem: Frame, in framing: Framing?) -> Int32 {
    let code = drain()
    receive(problem, in: framing)
    return close(with: max(2, code))
  }

  /// Ends the connection after the current message; this process then exits with the code.
  package func end(with code: Int32) {
    state.withLock { $0.exitCode = code }
  }

  /// Ends the connection immediately, with the exit code of the process; may be called from any
  /// thread.
  package func abort(with code: Int32) {
    onAbort(code)
  }

  private var exitCode: Int32? { state.withLock { $0.exitCode } }
  var ignoredMessageCount: Int { state.withLock { $0.ignoredMessageCount } }
  var problem: String? { state.withLock { $0.problem } }

  private func close(with code: Int32) -> Int32 {
    for ended in state.withLock({ $0.outstandingRequests.fail() }) { ended.resume() }
    return output.close() ? code : 1
  }

  /// Handles the messages of a frame, or rejects the frame if it is invalid.
  func receive(_ frame: Frame, in framing: Framing?) {
    state.withLock { $0.framing = framing }
    do throws(RPCError) {
      try receive(try json(of: frame))
    } catch {
      reject(error, by: .single)
    }
  }

  /// Handles an invalid message.
  private func reject(_ error: RPCError, id: JSONValue = .null, by route: ResponseDestination) {
    if role == .client { return countIgnoredMessage() }
    send(RPCResponse(id: id, result: .failure(error)), by: route)
  }

  func countIgnoredMessage() { state.withLock { $0.ignoredMessageCount += 1 } }

  private func json(of frame: Frame) throws(RPCError) -> JSONValue {
    switch frame {
    case .unreadable(let error), .broken(let error): throw error
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
    if role == .client {
      for element in array { receive(element, route: .single) }
      return
    }
    guard handler.acceptsBatches else { throw .batchUnsupported }
    guard !array.isEmpty else { throw .emptyBatch }
    guard array.count <= Self.batchLimit else {
      throw .batchTooLong(limit: Self.batchLimit)
    }
    let replies = BatchResponse(count: array.count)
    for (index, element) in array.enumerated() {
      receive(element, route: .batch(replies, index: index))
    }
  }

  private func receive(_ message: JSONValue, route: ResponseDestination) {
    guard let object = message.object else {
      return reject(.notObject, by: route)
    }
    if RPCRequest.isReply(object) {
      state.withLock { $0.outstandingRequests.take(object) }?.resume()
      return send(nil, by: route)
    }
    do throws(RPCError) {
      receive(try RPCRequest(object), route: route)
    } catch {
      // A message without an id is a notification and gets no response, even if its parameters are
      // invalid.
      if role == .server, error == .malformedParameters, object["id"] == nil {
        return send(nil, by: route)
      }
      reject(error, id: RPCRequest.id(of: object), by: route)
    }
  }

  private func receive(_ request: RPCRequest, route: ResponseDestination) {
    guard let id = request.id else { return receive(notification: request, route: route) }
    if role == .client {
      // Ignore a server's requests if it doesn't read our answers, which would fill memory. Also
      // ignore them once the connection has failed, because a replacement process may already
      // handle the calls that they belong to.
      if output.isFull || problem != nil { return countIgnoredMessage() }
      // Refuse the request before it reaches the handler, which may prompt the user at once.
      if let refusal = refusal(of: id) {
        return send(RPCResponse(id: id, result: .failure(refusal)), by: route)
      }
    }
    do throws(RPCError) {
      switch try handler.handle(request, on: self) {
      case .answer(let result):
        send(RPCResponse(id: id, result: .success(SerializedJSON(result))), by: route)
      case .task(let task): start(task, for: request, route: route)
      }
    } catch {
      send(RPCResponse(id: id, result: .failure(error)), by: route)
    }
  }

  private func receive(notification: RPCRequest, route: ResponseDestination) {
    send(nil, by: route)
    switch role {
    case .server:
      if let cancellation = CancelNotification(notification) { return cancel(cancellation) }
    case .client:
      if recordActivity(notification) { return }
    }
    if case .task(let task)? = try? handler.handle(notification, on: self) {
      start(task, for: notification, route: .discarded)
    }
  }

  /// Sends a request's response to its destination.
  ///
  /// A nil `reply` means that there is no response; a batch may then be complete and is sent.
  func send(_ reply: RPCResponse?, by route: ResponseDestination) {
    if let message = route.message(with: reply) { send(message) }
  }

  /// Sends the peer a notification.
  package func notify(_ notification: RPCNotification) {
    send(SerializedJSON(notification.json))
  }

  func send(_ message: SerializedJSON) {
    output.send((state.withLock { $0.framing } ?? .newline).frame(message.utf8))
  }

  private func waitForRoom() {
    let threshold = Self.requestLimit / 2
    guard output.isFull || hasMoreActiveRequests(than: Self.requestLimit, signalAt: threshold)
    else { return }
    output.release()
    output.waitForRoom()
    while hasMoreActiveRequests(than: threshold, signalAt: threshold) { progressed.wait() }
    output.hold()
  }

  /// Waits until all remaining requests are finished, and returns the exit code of the process.
  ///
  /// If no request finishes for a while, the remaining ones are answered with an error.
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

  /// Returns whether more than `count` requests are active.
  ///
  /// If so, the semaphore `progressed` is signalled once at most `threshold` of them remain.
  private func hasMoreActiveRequests(than count: Int, signalAt threshold: Int) -> Bool {
    state.withLock { state in
      let hasMore = state.requests.activeCount > count
      state.signalThreshold = hasMore ? threshold : nil
      return hasMore
    }
  }

  func signalProgress() {
    let isWanted = state.withLock { state in
      guard let threshold = state.signalThreshold, state.requests.activeCount <= threshold else {
        return false
      }
      state.signalThreshold = nil
      return true
    }
    if isWanted { progressed.signal() }
  }
}

extension Frame {
  fileprivate var endsInput: Bool {
    if case .broken = self { true } else { false }
  }
}
