import IntentKit
import JSONText
import Synchronization

/// Calls that wait for their client to come again with an answer.
///
/// What the client is handed is a number nobody can guess; what it stands for stays here, so that
/// no client can change it, or use it for another call.
final class OpenCalls: Sendable {
  /// How long a client may take.
  static let patience = Duration.seconds(600)
  /// How many calls may wait.
  static let limit = 100

  private struct Waiting {
    let call: ToolCall
    let values: JSONObject
    let needs: Needs
    let since: ContinuousClock.Instant
  }

  /// What a call is to be done with, and the question that was answered last.
  enum Values {
    case given(JSONObject, answering: Needs?)
    /// Its user would not say.
    case declined
  }

  private let waiting = Mutex<[(state: String, Waiting)]>([])

  /// Keeps a call that asks something.
  ///
  /// - Returns: what the client has to bring along.
  func keep(_ call: ToolCall, _ values: JSONObject, asking needs: Needs) -> String {
    var generator = SystemRandomNumberGenerator()
    let state = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
    let entry = Waiting(call: call, values: values, needs: needs, since: .now)
    waiting.withLock { waiting in
      waiting.append((state, entry))
      waiting.removeFirst(max(0, waiting.count - Self.limit))
    }
    return state
  }

  /// What a call is to be done with: its arguments, and what was asked and answered since.
  func values(for call: ToolCall, from request: RPCRequest) throws(RPCError) -> Values {
    let parameters = request.parameters.named
    switch (parameters["requestState"], parameters["inputResponses"]) {
    case (nil, nil): return .given(call.arguments, answering: nil)
    case (.string(let state)?, .object(let responses)?):
      guard let entry = take(state), entry.call == call else { throw .staleState }
      let parameter = entry.needs.parameter
      guard let reply = responses[parameter], let answer = Question.answer(in: reply, to: parameter)
      else { return .declined }
      var values = entry.values
      values[parameter] = answer
      return .given(values, answering: entry.needs)
    default: throw .staleState
    }
  }

  private func take(_ state: String) -> Waiting? {
    waiting.withLock { waiting in
      waiting.removeAll { $0.1.since.duration(to: .now) > Self.patience }
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
