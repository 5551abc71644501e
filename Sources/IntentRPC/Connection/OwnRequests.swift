import JSONText

/// What one side asked the other and has no answer to yet.
struct OwnRequests {
  typealias Reply = Result<JSONValue, RPCError>

  private var waiting: [Int: CheckedContinuation<Reply, Never>] = [:]
  private var nextID = 1
  private var hasEnded = false

  /// Waits for the reply to a request that is about to be sent; nil where none can come.
  mutating func add(_ continuation: CheckedContinuation<Reply, Never>) -> Int? {
    if hasEnded {
      continuation.resume(returning: .failure(.connectionEnded))
      return nil
    }
    defer { nextID += 1 }
    waiting[nextID] = continuation
    return nextID
  }

  /// Takes a reply; false for one to nothing that was asked.
  @discardableResult
  mutating func take(_ reply: JSONObject) -> Bool {
    // Some send the number back as a text.
    let id = reply["id"]?.integer ?? reply["id"]?.string.flatMap { Int($0) }
    guard let id, let continuation = waiting.removeValue(forKey: id) else { return false }
    if let error = reply["error"], error != .null {
      let message = error["message"]?.string ?? "The other side answered with an error."
      let data = error["data"]?.object ?? error["data"].map { ["data": $0] } ?? JSONObject()
      continuation.resume(
        returning: .failure(
          .failed(code: error["code"]?.integer ?? 0, message: message, data: data)
        )
      )
    } else {
      continuation.resume(returning: .success(reply["result"] ?? .null))
    }
    return true
  }

  /// Gives one up; false where it was answered already.
  mutating func fail(_ id: Int, with error: RPCError) -> Bool {
    guard let continuation = waiting.removeValue(forKey: id) else { return false }
    continuation.resume(returning: .failure(error))
    return true
  }

  /// Gives all up: no reply can come any more.
  mutating func fail() {
    hasEnded = true
    for continuation in waiting.values {
      continuation.resume(returning: .failure(.connectionEnded))
    }
    waiting = [:]
  }
}
