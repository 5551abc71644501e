import IntentKit
import Synchronization

/// What calls were answered, for as long as they would be answered the same.
///
/// All that is known was answered with one stamp, so nothing is held that may not be given any more.
final class KnownAnswers: Sendable {
  /// A call, and the form that its answer is sent in.
  struct Question: Hashable {
    let call: Call
    let form: Form
  }

  /// Who is answered.
  enum Form: Hashable {
    /// A client of plain JSON-RPC.
    case plain
    /// A client of the Model Context Protocol.
    case tool(MCPClient.Era)
  }

  private struct State {
    var stamp: AnswerStamp?
    var answers: [Question: JSONBytes] = [:]
  }

  /// Answers that are held.
  private static let limit = 64
  /// The bytes that one may have.
  private static let sizeLimit = 64 << 10

  private let state = Mutex(State())

  /// What a call is answered now, where that is known.
  func answer(to question: Question, by engine: IntentEngine) -> JSONBytes? {
    let (stamp, answer) = state.withLock { ($0.stamp, $0.answers[question]) }
    guard let stamp, let answer, engine.isCurrent(stamp) else { return nil }
    return answer
  }

  /// Takes what a call was answered, where its outcome says until when it holds.
  func take(_ answer: @autoclosure () -> JSONBytes, to question: Question, as outcome: Outcome) {
    guard case .ok(let done) = outcome, let stamp = done.stamp else { return }
    let answer = answer()
    if answer.utf8.count > Self.sizeLimit { return }
    state.withLock { state in
      if state.stamp != stamp { state = State(stamp: stamp) }
      if state.answers.count < Self.limit { state.answers[question] = answer }
    }
  }
}
