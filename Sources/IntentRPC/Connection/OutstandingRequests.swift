import JSONText

/// What one side asked the other and has no answer to yet.
struct OutstandingRequests {
  typealias Reply = Result<JSONValue, RPCError>

  /// Whoever waited for a reply, and what became of it.
  ///
  /// It goes on with no lock held: whoever cancels it holds the lock of its task, and waits for ours.
  struct Completion {
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

  /// Waits for the reply to a request that is about to be sent; nil where none can come.
  mutating func add(_ waiter: CheckedContinuation<Reply, Never>) -> Int? {
    if hasEnded { return nil }
    defer { nextID += 1 }
    waiting[nextID] = waiter
    return nextID
  }

  /// Takes a reply; nil for one to nothing that was asked.
  mutating func take(_ reply: JSONObject) -> Completion? {
    // Some send the number back as a text.
    let id = reply["id"]?.integer ?? reply["id"]?.string.flatMap { Int($0) }
    return id.flatMap { end($0, Self.result(of: reply)) }
  }

  private static func result(of reply: JSONObject) -> Reply {
    guard let error = reply["error"], error != .null else {
      return .success(reply["result"] ?? .null)
    }
    let message = error["message"]?.string ?? "The other side answered with an error."
    let data = error["data"]?.object ?? error["data"].map { ["data": $0] } ?? JSONObject()
    return .failure(.failed(code: error["code"]?.integer ?? 0, message: message, data: data))
  }

  /// Gives one up; nil where it was answered already.
  mutating func fail(_ id: Int, with error: RPCError) -> Completion? { end(id, .failure(error)) }

  /// Gives all up: no reply can come any more.
  mutating func fail() -> [Completion] {
    hasEnded = true
    return waiting.keys.compactMap { fail($0, with: .connectionEnded) }
  }

  private mutating func end(_ id: Int, _ reply: Reply) -> Completion? {
    waiting.removeValue(forKey: id).map { Completion(id: id, waiter: $0, reply: reply) }
  }
}
