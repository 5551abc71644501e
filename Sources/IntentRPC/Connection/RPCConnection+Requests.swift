import JSONText
import Synchronization

extension RPCConnection {
  /// Has a request's work done when its turn comes.
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

  /// Whether as many requests wait for nothing but the client as may do so.
  private var isFull: Bool { state.withLock { $0.requests.pendingCount >= Self.pendingLimit } }

  /// Notes whether a request waits for the client; false where too many do.
  func update(_ serial: Int, isAwaitingClient: Bool) -> Bool {
    let isAllowed = state.withLock { state in
      if isAwaitingClient, state.requests.pendingCount >= Self.pendingLimit { return false }
      state.requests[serial]?.isAwaitingClient = isAwaitingClient
      return true
    }
    signalProgress()
    return isAllowed
  }

  /// A turn behind the writes that are waiting, and the last of those.
  func enqueueWrite() -> (barrier: WriteBarrier, before: WriteBarrier?) {
    let barrier = WriteBarrier()
    return state.withLock { state in
      state.generation += 1
      defer { state.lastWrite = barrier }
      return (barrier, state.lastWrite)
    }
  }

  /// Marks a request as begun; false where it was answered before its turn came.
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
      if work.progress == nil, let stamp = context.stamp { work.cacheResponse?(answer, stamp) }
      finish(serial, .success(answer))
    } catch {
      finish(serial, .failure(error))
    }
  }

  /// Answers a request, unless that was done.
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
    if entry.hasBegun, !entry.isSilenced, let ending = entry.progress?.ending(isDone: isDone) {
      send(ending, framing)
    }
    let answer = entry.isSilenced ? nil : result
    let reply = entry.id.flatMap { id in answer.map { RPCResponse(id: id, result: $0) } }
    if let message = entry.route.message(with: reply) { send(message, framing) }
  }

  /// Tells something that belongs to a request, where it is not answered yet.
  func notify(_ notification: RPCNotification, of serial: Int) {
    state.withLock { state in
      guard let entry = state.requests[serial], !entry.isSilenced else { return }
      send(notification, state.framing)
    }
  }

  /// Tells the progress of a request, where it is not answered yet and got further.
  func report(_ part: Double, message: String?, of serial: Int) {
    let part = ProgressToken.rounded(part)
    state.withLock { state in
      guard let entry = state.requests[serial], !entry.isSilenced, let token = entry.progress,
        part > entry.reported, part < 1
      else { return }
      state.requests[serial]?.reported = part
      send(token.report(part, message: message), state.framing)
    }
  }

  /// Cancels a request by the rules of who asked; an unknown or finished one is passed over.
  ///
  /// A write that has begun is finished, since it cannot be half done: an editor is answered what
  /// became of it, a client of the Model Context Protocol nothing any more.
  func cancel(_ cancellation: Cancellation) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard let serial = state.requests.serial(of: cancellation.id),
        let entry = state.requests[serial]
      else { return nil }
      if entry.hasBegun, entry.scheduling == .write {
        if !cancellation.expectsResponse { state.requests[serial]?.isSilenced = true }
        return entry.task
      }
      _ = state.requests.remove(serial)
      answer(entry, cancellation.expectsResponse ? .failure(.cancelled) : nil, state.framing)
      return entry.task
    }
    // Not with the lock held, since what is cancelled may want it.
    task?.cancel()
    signalProgress()
  }

  /// Answers a request whose time is over, where it has not begun; has it cancelled otherwise.
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

  /// Lets what is open until the end come to its end.
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

  /// Answers all that is left with an error; but for what other programs do, where they are waited
  /// for.
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

  // With the lock held, so that nothing comes between a request's place in the table and its reply.

  func send(_ notification: RPCNotification, _ framing: Framing?) {
    send(JSONBytes(notification.json), framing)
  }

  func send(_ message: JSONBytes, _ framing: Framing?) {
    output.send((framing ?? .newline).frame(message.utf8))
  }
}

extension RPCTask.Scheduling {
  /// Whether it is not for the server alone to end it.
  var isLongLived: Bool { self == .longLived || self == .external }

  fileprivate var waitsForWrites: Bool {
    switch self {
    case .read, .write: true
    case .unordered, .external, .longLived: false
    }
  }
}
