package import JSONText
import Synchronization

extension RPCConnection {
  /// Asks the client, and waits for its reply.
  ///
  /// - Throws: what the client answered with; `cancelled` where the request that this is asked for
  ///   was cancelled; `connectionEnded` where no reply can come.
  package func sendRequest(
    _ method: String,
    _ parameters: JSONObject
  ) async throws(RPCError) -> JSONValue {
    let requestID = Mutex<Int?>(nil)
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // With the lock held, so that the question is sent before it can be given up.
        let id = state.withLock { state -> Int? in
          guard let id = state.outstandingRequests.add(continuation) else { return nil }
          requestID.withLock { $0 = id }
          let question: JSONValue = [
            "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
            "params": .object(parameters),
          ]
          send(JSONBytes(question), state.framing)
          return id
        }
        guard let id else { return continuation.resume(returning: .failure(.connectionEnded)) }
        if Task.isCancelled { abandon(id) }
      }
    } onCancel: {
      if let id = requestID.withLock({ $0 }) { abandon(id) }
    }
    return try reply.get()
  }

  /// Waits no longer for a reply, and lets the client know.
  private func abandon(_ id: Int) {
    let ended = state.withLock { state -> OutstandingRequests.Completion? in
      guard let ended = state.outstandingRequests.fail(id, with: .cancelled) else { return nil }
      let id: JSONValue = .number(JSONNumber(id))
      send(RPCNotification("notifications/cancelled", ["requestId": id]), state.framing)
      return ended
    }
    ended?.resume()
  }
}
