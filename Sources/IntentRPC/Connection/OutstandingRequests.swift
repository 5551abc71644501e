import JSONText

/// The requests that we have sent and whose response hasn't arrived yet.
struct OutstandingRequests {
  typealias Reply = Result<JSONValue, RPCError>

  /// A finished request: its response, and the peer's activity before the response.
  struct EndedRequest {
    let reply: Reply
    var activity = PeerActivity()
  }

  private struct Entry {
    let waiter: CheckedContinuation<EndedRequest, Never>
    let callbacks: RPCConnection.RequestCallbacks
    var activity = PeerActivity()
  }

  /// A caller that waits for a response, together with the response to resume it with.
  ///
  /// Call `resume` without holding a lock, to avoid a deadlock: code that cancels the caller's task
  /// holds that task's lock while it waits for ours.
  struct AnsweredRequest {
    fileprivate let waiter: CheckedContinuation<EndedRequest, Never>
    fileprivate let ending: EndedRequest
    fileprivate let onResponse: (@Sendable () -> Void)?

    func resume() {
      onResponse?()
      waiter.resume(returning: ending)
    }
  }

  private var waiting: [Int: Entry] = [:]
  private var nextID = 1
  private var hasEnded = false

  /// Registers a caller that waits for a response.
  ///
  /// - Returns: The id for the request; nil if the connection has ended.
  mutating func add(
    _ waiter: CheckedContinuation<EndedRequest, Never>,
    _ callbacks: RPCConnection.RequestCallbacks
  ) -> Int? {
    if hasEnded { return nil }
    defer { nextID += 1 }
    waiting[nextID] = Entry(waiter: waiter, callbacks: callbacks)
    return nextID
  }

  /// Finds the request that a response belongs to, and removes it; nil if no such request is
  /// waiting.
  mutating func take(_ reply: JSONObject) -> AnsweredRequest? {
    // Some programs return the numeric id as a string.
    let id = reply["id"]?.integer ?? reply["id"]?.string.flatMap { Int($0) }
    guard let id, let entry = waiting.removeValue(forKey: id) else { return nil }
    return AnsweredRequest(
      waiter: entry.waiter,
      ending: EndedRequest(reply: Self.result(of: reply), activity: entry.activity),
      onResponse: entry.callbacks.onResponse
    )
  }

  private static func result(of reply: JSONObject) -> Reply {
    guard let error = reply["error"], error != .null else {
      return .success(reply["result"] ?? .null)
    }
    let message = error["message"]?.string ?? RPCError.missingMessage
    let data = error["data"]?.object ?? error["data"].map { ["data": $0] } ?? JSONObject()
    let code = error["code"]?.integer ?? 0
    return .failure(RPCError(code: code, message: message, data: data, isFromPeer: true))
  }

  /// Removes a request and fails it with an error; nil if it already has its response.
  mutating func fail(_ id: Int, with error: RPCError) -> AnsweredRequest? {
    waiting.removeValue(forKey: id).map { entry in
      let ending = EndedRequest(reply: .failure(error), activity: entry.activity)
      return AnsweredRequest(waiter: entry.waiter, ending: ending, onResponse: nil)
    }
  }

  /// Fails all outstanding requests, because no more responses can arrive.
  mutating func fail() -> [AnsweredRequest] {
    hasEnded = true
    return waiting.keys.compactMap { fail($0, with: .connectionEnded) }
  }

  /// Returns the peer's activity since a request; nil if it already has its response.
  func activity(of id: Int) -> PeerActivity? { waiting[id]?.activity }

  /// Records a message from the peer that may belong to any request.
  mutating func recordActivity() {
    for id in waiting.keys { waiting[id]?.activity.record() }
  }

  /// Records that the peer has reported a request's progress, and returns the callback for it.
  mutating func recordProgress(
    of id: Int
  ) -> (@Sendable (_ fraction: Double, _ message: String?) -> Void)? {
    waiting[id]?.activity.record()
    return waiting[id]?.callbacks.report
  }

  mutating func markTotalTimeoutExceeded(_ id: Int) {
    waiting[id]?.activity.exceededTotalTimeout = true
  }
}

/// The peer's activity while one of our requests waits for its response.
struct PeerActivity {
  var time = ContinuousClock.now
  /// Whether the peer has sent a progress or log message since the request.
  var hasResponded = false
  /// Whether the total timeout expired, and not the idle timeout.
  var exceededTotalTimeout = false

  mutating func record() {
    time = .now
    hasResponded = true
  }
}
