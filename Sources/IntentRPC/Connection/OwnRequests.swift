import JSONText

/// What the server asked its client and has no answer to yet.
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

  /// Takes a reply; one to nothing that was asked is passed over.
  mutating func take(_ reply: JSONObject) {
    guard let id = reply["id"]?.integer, let continuation = waiting.removeValue(forKey: id) else {
      return
    }
    if let error = reply["error"], error != .null {
      let message = error["message"]?.string ?? "The client answered with an error."
      continuation.resume(
        returning: .failure(
          .failed(code: error["code"]?.integer ?? 0, message: message, data: JSONObject())
        )
      )
    } else {
      continuation.resume(returning: .success(reply["result"] ?? .null))
    }
  }

  /// Gives one up; false where it was answered already.
  mutating func cancel(_ id: Int) -> Bool {
    guard let continuation = waiting.removeValue(forKey: id) else { return false }
    continuation.resume(returning: .failure(.cancelled))
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
