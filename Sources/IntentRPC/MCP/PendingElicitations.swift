import IntentKit
import JSONText
import Synchronization

/// Calls that wait for their client to come again with an answer.
///
/// What the client is handed is a number nobody can guess; what it stands for stays here, so that
/// no client can change it, or use it for another call.
final class PendingElicitations: Sendable {
  /// How many calls may wait.
  static let limit = 100

  private struct PendingCall {
    let tool: ToolCall
    let call: IntentCall
    let needs: InputRequest
    let since: ContinuousClock.Instant
  }

  /// What is to be done for a call of a tool.
  enum NextStep {
    /// A call, and the question that was answered with it.
    case perform(IntentCall, answering: InputRequest?)
    /// Nothing, as its user would not say what it needs.
    case declined
  }

  private let waiting = Mutex<[(state: String, PendingCall)]>([])

  /// Keeps a call that asks for something.
  ///
  /// - Returns: what the client has to bring along.
  func add(_ tool: ToolCall, _ call: IntentCall, asking needs: InputRequest) -> String {
    let state = ElicitationToken.make()
    let entry = PendingCall(tool: tool, call: call, needs: needs, since: .now)
    waiting.withLock { waiting in
      waiting.append((state, entry))
      waiting.removeFirst(max(0, waiting.count - Self.limit))
    }
    return state
  }

  /// What is to be done: the call as it came, or one that was kept with what was said since.
  func next(for tool: ToolCall, from request: RPCRequest) throws(RPCError) -> NextStep {
    let parameters = request.parameters.named
    switch (parameters["requestState"], parameters["inputResponses"]) {
    case (nil, nil): return .perform(tool.call, answering: nil)
    case (.string(let state)?, .object(let replies)?):
      guard let entry = take(state), entry.tool == tool else { throw .staleState }
      let answers = ElicitationForm.answers(among: replies, to: entry.needs)
      guard let call = entry.call.answering(entry.needs, with: answers) else { return .declined }
      return .perform(call, answering: entry.needs)
    default: throw .staleState
    }
  }

  private func take(_ state: String) -> PendingCall? {
    waiting.withLock { waiting in
      waiting.removeAll { $0.1.since.duration(to: .now) > ElicitationToken.timeout }
      guard let place = waiting.firstIndex(where: { $0.state == state }) else { return nil }
      return waiting.remove(at: place).1
    }
  }
}

extension RPCError {
  fileprivate static let staleState = RPCError.invalidParameters(
    "'requestState' does not belong to this call, or is no longer known; call again without it."
  )
}
