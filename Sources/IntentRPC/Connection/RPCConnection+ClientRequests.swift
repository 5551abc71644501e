package import JSONText
import Synchronization

extension RPCConnection {
  /// Sends the client a request and waits for its response.
  ///
  /// - Throws: The client's error; `cancelled` if the client's own request was cancelled meanwhile;
  ///   or `connectionEnded` if no response can arrive.
  package func sendRequest(
    _ method: String,
    _ parameters: JSONObject
  ) async throws(RPCError) -> JSONValue {
    let requestID = Mutex<Int?>(nil)
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Send while holding the lock, so a cancellation of this request can't be sent before it.
        let id = state.withLock { state -> Int? in
          guard let id = state.outstandingRequests.add(continuation) else { return nil }
          requestID.withLock { $0 = id }
          let question: JSONValue = [
            "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
            "params": .object(parameters),
          ]
          send(SerializedJSON(question), state.framing)
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

  /// Stops waiting for the client's response, and notifies the client that our request is
  /// cancelled.
  private func abandon(_ id: Int) {
    let ended = state.withLock { state -> OutstandingRequests.AnsweredRequest? in
      guard let ended = state.outstandingRequests.fail(id, with: .cancelled) else { return nil }
      let id: JSONValue = .number(JSONNumber(id))
      send(RPCNotification("notifications/cancelled", ["requestId": id]), state.framing)
      return ended
    }
    ended?.resume()
  }
}
