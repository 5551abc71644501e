import JSONText

/// The requests that we have sent and whose response hasn't arrived yet.
struct OutstandingRequests {
  typealias Reply = Result<JSONValue, RPCError>

  /// A caller that waits for a response, together with the response to resume it with.
  ///
  /// Call `resume` without holding a lock, to avoid a deadlock: code that cancels the caller's task
  /// holds that task's lock while it waits for ours.
  struct AnsweredRequest {
    let id: Int
    fileprivate let waiter: CheckedContinuation<Reply, Never>
    fileprivate let reply: Reply

    func resume() {
      waiter.resume(returning: reply)
    }
  }

  private var waiting: [Int: CheckedContinuation<Reply, Never>] = [:]
  private var nextID = 1
  private var hasEnded = false

  /// Registers a caller that waits for a response.
  ///
  /// - Returns: The id for the request; nil if the connection has ended.
  mutating func add(_ waiter: CheckedContinuation<Reply, Never>) -> Int? {
    if hasEnded { return nil }
    defer { nextID += 1 }
    waiting[nextID] = waiter
    return nextID
  }

  /// Finds the request that a response belongs to, and removes it; nil if no such request is
  /// waiting.
  mutating func take(_ reply: JSONObject) -> AnsweredRequest? {
    // Some programs return the numeric id as a string.
    let id = reply["id"]?.integer ?? reply["id"]?.string.flatMap { Int($0) }
    return id.flatMap { end($0, Self.result(of: reply)) }
  }

  private static func result(of reply: JSONObject) -> Reply {
    guard let error = reply["error"], error != .null else {
      return .success(reply["result"] ?? .null)
    }
    let message = error["message"]?.string ?? RPCError.missingMessage
    let data = error["data"]?.object ?? error["data"].map { ["data": $0] } ?? JSONObject()
    return .failure(.failed(code: error["code"]?.integer ?? 0, message: message, data: data))
  }

  /// Removes a request and fails it with an error; nil if it already has its response.
  mutating func fail(_ id: Int, with error: RPCError) -> AnsweredRequest? {
    end(id, .failure(error))
  }

  /// Fails all outstanding requests, because no more responses can arrive.
  mutating func fail() -> [AnsweredRequest] {
    hasEnded = true
    return waiting.keys.compactMap { fail($0, with: .connectionEnded) }
  }

  private mutating func end(_ id: Int, _ reply: Reply) -> AnsweredRequest? {
    waiting.removeValue(forKey: id).map { AnsweredRequest(id: id, waiter: $0, reply: reply) }
  }
}
