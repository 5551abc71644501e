import IntentKit
import Synchronization

/// What requests were answered, for as long as they would be answered the same.
///
/// All that is known was answered with one stamp, so nothing is held that may not be given any more.
final class ResponseCache: Sendable {
  /// A request by what its answer depends on.
  struct Key: Hashable {
    let session: ClientSession.Kind
    let method: String
    let parameters: RPCParameters
  }

  private struct CacheState {
    var stamp: CacheValidator?
    var answers: [Key: JSONBytes] = [:]
    /// The generation at which the stamp was last found to be current.
    var generation: Int?
  }

  /// Answers that are held.
  private static let limit = 64
  /// The bytes that one may have.
  private static let sizeLimit = 64 << 10

  private let state = Mutex(CacheState())

  /// What a request is answered now, where that is known.
  ///
  /// - Parameter generation: the same number for requests that one generation at the provider's state will do
  ///   for, as all of them had come before it.
  func response(
    for key: @autoclosure () -> Key,
    generation: Int,
    by engine: IntentEngine
  ) -> JSONBytes? {
    state.withLock { state in
      guard let stamp = state.stamp, let answer = state.answers[key()] else { return nil }
      if state.generation != generation {
        guard engine.isCurrent(stamp) else { return nil }
        state.generation = generation
      }
      return answer
    }
  }

  /// Takes what a request was answered with a stamp.
  func insert(_ answer: JSONBytes, for key: Key, stamp: CacheValidator) {
    if answer.utf8.count > Self.sizeLimit { return }
    state.withLock { state in
      if state.stamp != stamp { state = CacheState(stamp: stamp) }
      if state.answers.count < Self.limit { state.answers[key] = answer }
    }
  }
}
