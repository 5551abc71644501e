package import JSONText
import Synchronization

extension RPCConnection {
  /// The callbacks for one of our requests, invoked while it waits for its response.
  struct RequestCallbacks: Sendable {
    /// Returns the time from which the idle timeout counts.
    ///
    /// While the peer waits for our answer to its own request, it isn't idle.
    var idleSince: (@Sendable () -> ContinuousClock.Instant)?
    /// Called when the peer reports progress.
    var report: (@Sendable (_ fraction: Double, _ message: String?) -> Void)?
    /// Called when the response arrives, before any later message from the peer is handled.
    var onResponse: (@Sendable () -> Void)?
  }

  /// Sends the peer a request and waits for its response.
  ///
  /// - Throws: The peer's error; `cancelled` if the current task was cancelled meanwhile; or
  ///   `connectionEnded` if no response can arrive.
  package func sendRequest(
    _ method: String,
    _ parameters: JSONObject
  ) async throws(RPCError) -> JSONValue {
    try await exchange(method, parameters).reply.get()
  }

  /// Sends the peer a request and waits for its response or a timeout.
  ///
  /// - Parameters:
  ///   - timeouts: the time to wait for the response; nil for no limit.
  ///   - notifiesPeerOnCancel: whether to send the peer a cancellation notification if we stop
  ///     waiting for the response.
  func exchange(
    _ method: String,
    _ parameters: JSONObject,
    timeouts: RequestTimeouts? = nil,
    notifiesPeerOnCancel: Bool = true,
    callbacks: RequestCallbacks = RequestCallbacks()
  ) async -> OutstandingRequests.EndedRequest {
    // Don't send a request if its task is already cancelled: the peer might change something.
    if Task.isCancelled { return OutstandingRequests.EndedRequest(reply: .failure(.cancelled)) }
    let requestID = Mutex<Int?>(nil)
    let timer = Mutex<Task<Void, Never>?>(nil)
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard let id = begin(method, parameters, continuation, callbacks) else {
          let reply = OutstandingRequests.Reply.failure(.connectionEnded)
          return continuation.resume(returning: OutstandingRequests.EndedRequest(reply: reply))
        }
        requestID.withLock { $0 = id }
        if let timeouts, let idle = timeouts.idle {
          let watch = Task {
            await self.watch(id, idle, timeouts.total, notifiesPeerOnCancel, callbacks)
          }
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
    return ending
  }

  /// Registers a request and sends it.
  ///
  /// - Returns: The request's id; nil if the connection has ended.
  private func begin(
    _ method: String,
    _ parameters: JSONObject,
    _ waiter: CheckedContinuation<OutstandingRequests.EndedRequest, Never>,
    _ callbacks: RequestCallbacks
  ) -> Int? {
    // Send while holding the lock, so a cancellation of this request can't be sent before it.
    state.withLock { state in
      guard let id = state.outstandingRequests.add(waiter, callbacks) else { return nil }
      var parameters = parameters
      if callbacks.report != nil {
        var meta = parameters["_meta"]?.object ?? JSONObject()
        meta[MCPMetaKey.progressToken] = .number(JSONNumber(id))
        parameters["_meta"] = .object(meta)
      }
      let request: JSONValue = [
        "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
        "params": .object(parameters),
      ]
      send(SerializedJSON(request), state.framing)
      return id
    }
  }

  /// Waits for a request's response, and stops waiting when the idle timeout or the total timeout
  /// expires.
  private func watch(
    _ id: Int,
    _ idle: Duration,
    _ total: Duration,
    _ notifiesPeer: Bool,
    _ callbacks: RequestCallbacks
  ) async {
    let end = ContinuousClock.now + total
    while let activity = state.withLock({ $0.outstandingRequests.activity(of: id) }) {
      let time = max(activity.time, callbacks.idleSince?() ?? activity.time)
      let idleRemaining = idle - time.duration(to: .now)
      let totalRemaining = ContinuousClock.now.duration(to: end)
      if min(idleRemaining, totalRemaining) <= .zero {
        let exceededTotalTimeout =
          idleRemaining > .zero || activity.hasResponded && totalRemaining <= .zero
        if exceededTotalTimeout {
          state.withLock { $0.outstandingRequests.markTotalTimeoutExceeded(id) }
        }
        return abandon(id, .timedOut, notifiesPeer: notifiesPeer)
      }
      if (try? await Task.sleep(for: min(idleRemaining, totalRemaining))) == nil { return }
    }
  }

  /// Stops waiting for a response.
  ///
  /// - Parameter notifiesPeer: whether to notify the peer that the request is cancelled.
  private func abandon(_ id: Int, _ error: RPCError, notifiesPeer: Bool) {
    let ended = state.withLock { state -> OutstandingRequests.AnsweredRequest? in
      guard let ended = state.outstandingRequests.fail(id, with: error) else { return nil }
      let id: JSONValue = .number(JSONNumber(id))
      if notifiesPeer {
        send(RPCNotification("notifications/cancelled", ["requestId": id]), state.framing)
      }
      return ended
    }
    ended?.resume()
  }

  /// Fails all requests that we have sent, because the connection is unusable.
  ///
  /// If this is called several times, the first problem is kept as the reason.
  func fail(_ problem: String) {
    let ended = state.withLock { state in
      if state.problem == nil { state.problem = problem }
      return state.outstandingRequests.fail()
    }
    for ended in ended { ended.resume() }
  }

  /// Handles a notification about our requests; returns false for other notifications.
  func recordActivity(_ notification: RPCRequest) -> Bool {
    guard notification.method == "notifications/progress" else {
      // A log message doesn't say which request it belongs to, so it restarts the idle timeout of
      // all.
      if notification.method == "notifications/message" {
        state.withLock { $0.outstandingRequests.recordActivity() }
      }
      return false
    }
    let values = notification.parameters.named
    guard let id = values["progressToken"]?.integer else {
      countIgnoredMessage()
      return true
    }
    let report = state.withLock { $0.outstandingRequests.recordProgress(of: id) }
    report?(
      Self.fraction(values["progress"]?.double ?? 0, of: values["total"]?.double),
      values["message"]?.string
    )
    return true
  }

  /// Converts a progress value of the peer to a fraction from 0 to 1.
  ///
  /// Without a total, the fraction approaches 1 but never reaches it.
  private static func fraction(_ progress: Double, of total: Double?) -> Double {
    let progress = max(progress, 0)
    guard let total, total > 0 else { return progress / (progress + 1) }
    return min(progress / total, 1)
  }
}
