import IntentKit
import JSONText
import Synchronization

/// The tool calls that need input and wait until their client repeats them with answers.
///
/// The client receives only a random token. The call itself stays here, so a client can't alter it
/// or use its token for another call.
final class PendingElicitations: Sendable {
  /// The maximum number of waiting tool calls.
  static let limit = 100

  private struct PendingCall {
    let tool: ToolCall
    let call: IntentCall
    let inputRequest: InputRequest
    let since: ContinuousClock.Instant
  }

  /// The way to continue with a tool call that a client has sent.
  enum ToolCallDecision {
    /// Perform the call; `answering` is the input request that the client has just answered, if
    /// any.
    case perform(IntentCall, answering: InputRequest?)
    /// Perform nothing, because the user declined to answer.
    case declined
  }

  private let waiting = Mutex<[(state: String, PendingCall)]>([])

  /// Stores a call that needs input from the user.
  ///
  /// - Returns: The token that the client must send together with the answers.
  func add(_ tool: ToolCall, _ call: IntentCall, asking inputRequest: InputRequest) -> String {
    let state = ElicitationToken.make()
    let entry = PendingCall(tool: tool, call: call, inputRequest: inputRequest, since: .now)
    waiting.withLock { waiting in
      waiting.append((state, entry))
      waiting.removeFirst(max(0, waiting.count - Self.limit))
    }
    return state
  }

  /// Returns the way to continue: with the call as received, or with the stored call and the
  /// answers.
  func next(for tool: ToolCall, from request: RPCRequest) throws(RPCError) -> ToolCallDecision {
    let parameters = request.parameters.named
    switch (parameters["requestState"], parameters["inputResponses"]) {
    case (nil, nil): return .perform(tool.call, answering: nil)
    case (.string(let state)?, .object(let replies)?):
      guard let entry = take(state), entry.tool == tool else { throw .staleState }
      let answers = ElicitationForm.answers(among: replies, to: entry.inputRequest)
      guard let call = entry.call.answering(entry.inputRequest, with: answers) else {
        return .declined
      }
      return .perform(call, answering: entry.inputRequest)
    default: throw .staleState
    }
  }

  private func take(_ state: String) -> PendingCall? {
    waiting.withLock { waiting in
      waiting.removeAll { $0.1.since.duration(to: .now) > ElicitationToken.timeout }
      guard let index = waiting.firstIndex(where: { $0.state == state }) else { return nil }
      return waiting.remove(at: index).1
    }
  }
}
