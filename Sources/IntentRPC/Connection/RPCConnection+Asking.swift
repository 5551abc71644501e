package import JSONText
import Synchronization

extension RPCConnection {
  /// Asks the client, and waits for its reply.
  ///
  /// - Throws: what the client answered with; `cancelled` where the request that this is asked for
  ///   was cancelled; `connectionEnded` where no reply can come.
  package func ask(
    _ method: String,
    _ parameters: JSONObject
  ) async throws(RPCError) -> JSONValue {
    let asked = Mutex<Int?>(nil)
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let id = state.withLock { state in
          let id = state.ownRequests.add(continuation)
          asked.withLock { $0 = id }
          return id
        }
        guard let id else { return }
        send([
          "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
          "params": .object(parameters),
        ])
        if Task.isCancelled { giveUp(id) }
      }
    } onCancel: {
      if let id = asked.withLock({ $0 }) { giveUp(id) }
    }
    return try reply.get()
  }

  private func giveUp(_ id: Int) {
    state.withLock { $0.ownRequests.cancel(id) }
  }
}
