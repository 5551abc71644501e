import IntentKit
import Synchronization

/// What requests were answered, for as long as they would be answered the same.
///
/// All that is known was answered with one stamp, so nothing is held that may not be given any more.
final class KnownAnswers: Sendable {
  /// A request by what its answer depends on.
  struct Question: Hashable {
    let session: Session.Kind
    let method: String
    let parameters: RPCParameters
  }

  private struct State {
    var stamp: AnswerStamp?
    var answers: [Question: JSONBytes] = [:]
    /// The look at which the stamp was last found to be current.
    var look: Int?
  }

  /// Answers that are held.
  private static let limit = 64
  /// The bytes that one may have.
  private static let sizeLimit = 64 << 10

  private let state = Mutex(State())

  /// What a request is answered now, where that is known.
  ///
  /// - Parameter look: the same number for requests that one look at the provider's state will do
  ///   for, as all of them had come before it.
  func answer(
    to question: @autoclosure () -> Question,
    at look: Int,
    by engine: IntentEngine
  ) -> JSONBytes? {
    state.withLock { state in
      guard let stamp = state.stamp, let answer = state.answers[question()] else { return nil }
      if state.look != look {
        guard engine.isCurrent(stamp) else { return nil }
        state.look = look
      }
      return answer
    }
  }

  /// Takes what a request was answered with a stamp.
  func take(_ answer: JSONBytes, to question: Question, stamp: AnswerStamp) {
    if answer.utf8.count > Self.sizeLimit { return }
    state.withLock { state in
      if state.stamp != stamp { state = State(stamp: stamp) }
      if state.answers.count < Self.limit { state.answers[question] = answer }
    }
  }
}
