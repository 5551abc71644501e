import IntentKit
import JSONText
import Synchronization

extension RPCConnection {
  /// Starts the task of a request, once the earlier writes that it depends on have finished.
  func start(_ work: RPCTask, for request: RPCRequest, route: ResponseDestination) {
    if role == .server, work.scheduling.isLongLived, isFull {
      let error = RPCError.tooManyPending
      return send(RPCResponse(id: request.id ?? .null, result: .failure(error)), by: route)
    }
    let entry = RequestTable.Entry(
      id: request.id,
      route: route,
      scheduling: work.scheduling,
      progress: work.progress
    )
    let isAdded = state.withLock { state in
      guard let serial = state.requests.add(entry) else { return false }
      let before = work.scheduling.waitsForWrites ? state.lastWrite : nil
      let write = work.scheduling == .write ? WriteBarrier() : nil
      if let write { state.lastWrite = write }
      state.requests[serial]?.task = Task { [self] in
        if before?.isReleased == false { await before?.wait() }
        let context = RequestContext(of: serial, on: self, write: write)
        if begin(serial) {
          await $minuta.withValue(commandPrefix) { await perform(work, serial, context) }
        }
        context.releaseBarrier()
        work.afterwards()
        signalProgress()
      }
      if let limit = work.limit {
        state.requests[serial]?.timer = Task { [weak self] in
          if (try? await Task.sleep(for: limit)) != nil { self?.expire(serial) }
        }
      }
      return true
    }
    if !isAdded, let id = request.id {
      send(RPCResponse(id: id, result: .failure(.idInUse)), by: route)
    }
  }

  /// Returns the error for a server's request that must not reach the handler; nil if there is
  /// none.
  ///
  /// A request is refused if too many requests are pending, or if its id is in use.
  func refusal(of id: JSONValue) -> RPCError? {
    if isFull { return .tooManyRequests(limit: Self.answerLimit) }
    let isInUse = state.withLock { $0.requests.serial(of: id) != nil }
    return isInUse ? .idInUse : nil
  }

  /// Whether the maximum number of pending requests is reached.
  private var isFull: Bool {
    let limit = role == .server ? Self.pendingLimit : Self.answerLimit
    return state.withLock { $0.requests.pendingCount >= limit }
  }

  /// Records whether a request is waiting for the client's answer.
  ///
  /// - Returns: False if too many requests already wait.
  func update(_ serial: Int, isAwaitingClient: Bool) -> Bool {
    let isAllowed = state.withLock { state in
      if isAwaitingClient, state.requests.pendingCount >= Self.pendingLimit { return false }
      state.requests[serial]?.isAwaitingClient = isAwaitingClient
      return true
    }
    signalProgress()
    return isAllowed
  }

  /// Adds a barrier for a new write.
  ///
  /// The write must wait until the previous write's barrier is released.
  ///
  /// - Returns: The new barrier and the one to wait for; `before` is nil for the first write.
  func enqueueWrite() -> (barrier: WriteBarrier, before: WriteBarrier?) {
    let barrier = WriteBarrier()
    return state.withLock { state in
      defer { state.lastWrite = barrier }
      return (barrier, state.lastWrite)
    }
  }

  /// Marks a request as started.
  ///
  /// - Returns: False if the request was already answered, for example because it was cancelled.
  private func begin(_ serial: Int) -> Bool {
    state.withLock { state in
      guard let entry = state.requests[serial] else { return false }
      state.requests[serial]?.hasBegun = true
      if let progress = entry.progress { send(progress.beginning, state.framing) }
      return true
    }
  }

  private func perform(_ work: RPCTask, _ serial: Int, _ context: RequestContext) async {
    do throws(RPCError) {
      finish(serial, .success(SerializedJSON(try await work.perform(context))))
    } catch {
      finish(serial, .failure(error))
    }
  }

  /// Sends the response to a request, unless the request was already answered.
  private func finish(_ serial: Int, _ result: Result<SerializedJSON, RPCError>) {
    state.withLock { state in
      guard let entry = state.requests.remove(serial) else { return }
      let isCancelled = if case .failure(.cancelled) = result { true } else { false }
      let timedOut: RPCError =
        switch entry.scheduling {
        case .external: .externalTimeout
        case .write: .timedOutWhileWriting
        case .read, .unordered, .longLived: .timedOut
        }
      answer(entry, isCancelled && entry.didTimeOut ? .failure(timedOut) : result, state.framing)
    }
  }

  private func answer(
    _ entry: RequestTable.Entry,
    _ result: Result<SerializedJSON, RPCError>?,
    _ framing: Framing?
  ) {
    let isDone = if case .success = result { true } else { false }
    if entry.hasBegun, !entry.suppressesResponse,
      let ending = entry.progress?.ending(isDone: isDone)
    {
      send(ending, framing)
    }
    let answer = entry.suppressesResponse ? nil : result
    let reply = entry.id.flatMap { id in answer.map { RPCResponse(id: id, result: $0) } }
    if let message = entry.route.message(with: reply) { send(message, framing) }
  }

  /// Sends a notification about a request, unless the request was already answered.
  func notify(_ notification: RPCNotification, of serial: Int) {
    state.withLock { state in
      guard let entry = state.requests[serial], !entry.suppressesResponse else { return }
      send(notification, state.framing)
    }
  }

  /// Sends the client a request's progress, unless the request was already answered or the value
  /// hasn't increased.
  func report(_ fraction: Double, message: String?, of serial: Int) {
    let fraction = ProgressToken.rounded(fraction)
    state.withLock { state in
      guard let entry = state.requests[serial], !entry.suppressesResponse,
        let token = entry.progress,
        fraction > entry.reported, fraction < 1
      else { return }
      state.requests[serial]?.reported = fraction
      send(token.report(fraction, message: message), state.framing)
    }
  }

  /// Cancels a request by the rules of the client's protocol.
  ///
  /// Unknown and finished requests are ignored. A write that has begun is completed, because
  /// stopping it midway could leave data half changed. An editor then gets its result; an MCP
  /// client gets no response.
  func cancel(_ cancellation: CancelNotification) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard let serial = state.requests.serial(of: cancellation.id),
        let entry = state.requests[serial]
      else { return nil }
      if entry.hasBegun, entry.scheduling == .write {
        if !cancellation.expectsResponse { state.requests[serial]?.suppressesResponse = true }
        return entry.task
      }
      _ = state.requests.remove(serial)
      answer(entry, cancellation.expectsResponse ? .failure(.cancelled) : nil, state.framing)
      return entry.task
    }
    // Cancel without holding the lock: cancellation handlers may need the same lock.
    task?.cancel()
    signalProgress()
  }

  /// Ends a request whose timeout has expired.
  ///
  /// If its task hasn't begun, the response is an error; otherwise the task is cancelled.
  private func expire(_ serial: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard let entry = state.requests[serial] else { return nil }
      if entry.hasBegun {
        state.requests[serial]?.didTimeOut = true
      } else if let entry = state.requests.remove(serial) {
        answer(entry, .failure(.timedOutBeforeStart), state.framing)
      }
      return entry.task
    }
    task?.cancel()
    signalProgress()
  }

  /// Cancels subscriptions and other requests that would never end; called at the end of input.
  ///
  /// Our own outstanding requests fail, because no more responses can arrive.
  func cancelLongLivedRequests() {
    let (ended, open) = state.withLock { state in
      (
        state.outstandingRequests.fail(),
        state.requests.entries.values.filter { $0.scheduling == .longLived }
      )
    }
    for ended in ended { ended.resume() }
    for entry in open { entry.task?.cancel() }
  }

  /// Fails all remaining requests.
  ///
  /// - Parameter exceptExternal: whether to keep the requests that wait for another program.
  func failAll(exceptExternal: Bool = false) {
    let left = state.withLock { state in
      state.requests.entries.keys.sorted().compactMap { serial -> RequestTable.Entry? in
        if exceptExternal, state.requests[serial]?.scheduling == .external { return nil }
        guard let entry = state.requests.remove(serial) else { return nil }
        answer(entry, .failure(.connectionEnded), state.framing)
        return entry
      }
    }
    for entry in left { entry.task?.cancel() }
  }

  // Call these functions while holding the lock, so that responses are sent in the order in which
  // their requests are removed from the table.

  func send(_ notification: RPCNotification, _ framing: Framing?) {
    send(SerializedJSON(notification.json), framing)
  }

  func send(_ message: SerializedJSON, _ framing: Framing?) {
    output.send((framing ?? .newline).frame(message.utf8))
  }
}

extension RPCTask.Scheduling {
  /// Whether the request waits for a client or another program, so the server alone can't finish
  /// it.
  var isLongLived: Bool { self == .longLived || self == .external }

  fileprivate var waitsForWrites: Bool {
    switch self {
    case .read, .write: true
    case .unordered, .external, .longLived: false
    }
  }
}
