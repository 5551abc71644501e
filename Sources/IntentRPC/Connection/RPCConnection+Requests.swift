import JSONText
import Synchronization

extension RPCConnection {
  /// Starts a request's task, after the writes that it has to wait for.
  func start(_ work: RPCTask, for request: RPCRequest, route: ResponseRoute) {
    if work.scheduling.isLongLived, isFull {
      return send(
        RPCResponse(id: request.id ?? .null, result: .failure(.tooManyPending)),
        by: route
      )
    }
    let entry = RequestTable.Entry(
      id: request.id,
      route: route,
      scheduling: work.scheduling,
      progress: work.progress
    )
    let isAdded = state.withLock { state in
      guard let serial = state.requests.add(entry) else { return false }
      state.generation += 1
      let before = work.scheduling.waitsForWrites ? state.lastWrite : nil
      let write = work.scheduling == .write ? WriteBarrier() : nil
      if let write { state.lastWrite = write }
      state.requests[serial]?.task = Task { [self] in
        if before?.isReleased == false { await before?.wait() }
        let context = RequestContext(of: serial, on: self, write: write)
        if begin(serial) { await perform(work, serial, context) }
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
      send(RPCResponse(id: id, result: .failure(.invalidRequest(.idInUse))), by: route)
    }
  }

  /// Whether the limit of pending requests is reached.
  private var isFull: Bool { state.withLock { $0.requests.pendingCount >= Self.pendingLimit } }

  /// Records whether a request waits for the client.
  ///
  /// Returns false if too many requests already do.
  func update(_ serial: Int, isAwaitingClient: Bool) -> Bool {
    let isAllowed = state.withLock { state in
      if isAwaitingClient, state.requests.pendingCount >= Self.pendingLimit { return false }
      state.requests[serial]?.isAwaitingClient = isAwaitingClient
      return true
    }
    signalProgress()
    return isAllowed
  }

  /// Adds a barrier behind the waiting writes.
  ///
  /// Returns it and the barrier before it.
  func enqueueWrite() -> (barrier: WriteBarrier, before: WriteBarrier?) {
    let barrier = WriteBarrier()
    return state.withLock { state in
      state.generation += 1
      defer { state.lastWrite = barrier }
      return (barrier, state.lastWrite)
    }
  }

  /// Marks a request as started.
  ///
  /// Returns false if it was already answered, for example because it was cancelled.
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
      let answer = JSONBytes(try await work.perform(context))
      if work.progress == nil, let cacheValidator = context.cacheValidator {
        work.cacheResponse?(answer, cacheValidator)
      }
      finish(serial, .success(answer))
    } catch {
      finish(serial, .failure(error))
    }
  }

  /// Sends a request's response, unless it was already answered.
  private func finish(_ serial: Int, _ result: Result<JSONBytes, RPCError>) {
    state.withLock { state in
      guard let entry = state.requests.remove(serial) else { return }
      let isCancelled = if case .failure(.cancelled) = result { true } else { false }
      let timedOut: RPCError = entry.scheduling == .external ? .externalTimeout : .timedOut
      answer(entry, isCancelled && entry.didTimeOut ? .failure(timedOut) : result, state.framing)
    }
  }

  private func answer(
    _ entry: RequestTable.Entry,
    _ result: Result<JSONBytes, RPCError>?,
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

  /// Sends a notification that belongs to a request, unless the request was answered.
  func notify(_ notification: RPCNotification, of serial: Int) {
    state.withLock { state in
      guard let entry = state.requests[serial], !entry.suppressesResponse else { return }
      send(notification, state.framing)
    }
  }

  /// Sends a request's progress, unless the request was answered or the value didn't increase.
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

  /// Cancels a request by the rules of the client's protocol; ignores unknown and finished
  /// requests.
  ///
  /// A write that has begun is completed, because it must not be half done. An editor gets its
  /// result; an MCP client gets no response.
  func cancel(_ cancellation: Cancellation) {
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
    // Cancel without holding the lock: cancellation handlers may acquire it.
    task?.cancel()
    signalProgress()
  }

  /// Handles a request's timeout: answers with an error if its task hasn't begun, otherwise cancels
  /// the task.
  private func expire(_ serial: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard let entry = state.requests[serial] else { return nil }
      if entry.hasBegun {
        state.requests[serial]?.didTimeOut = true
      } else if let entry = state.requests.remove(serial) {
        answer(entry, .failure(.timedOut), state.framing)
      }
      return entry.task
    }
    task?.cancel()
    signalProgress()
  }

  /// Cancels long-lived requests (subscriptions) at end of input.
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
  /// With `exceptExternal`, keeps those that wait for another program.
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

  // Call these while holding the lock, so a request's removal and its response stay in order.

  func send(_ notification: RPCNotification, _ framing: Framing?) {
    send(JSONBytes(notification.json), framing)
  }

  func send(_ message: JSONBytes, _ framing: Framing?) {
    output.send((framing ?? .newline).frame(message.utf8))
  }
}

extension RPCTask.Scheduling {
  /// Whether the server alone can't end it: a client or another program has to.
  var isLongLived: Bool { self == .longLived || self == .external }

  fileprivate var waitsForWrites: Bool {
    switch self {
    case .read, .write: true
    case .unordered, .external, .longLived: false
    }
  }
}
