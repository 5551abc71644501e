import IntentKit
import Synchronization

/// A cache of responses to requests, which are used as long as they are current.
///
/// All cached responses share one validator, which detects changes, so a stale one is never
/// returned.
final class ResponseCache: Sendable {
  /// The parts of a request and its session that determine the response.
  struct Key: Hashable {
    let session: RPCSessionState.Kind
    let method: String
    let parameters: RPCParameters
  }

  private struct CacheState {
    var validator: CacheValidator?
    var answers: [Key: SerializedJSON] = [:]
    /// The generation in which the validator was last checked; see `response(for:generation:by:)`.
    var generation: Int?
  }

  /// The maximum number of cached responses.
  private static let limit = 64
  /// The maximum size in bytes of a response that is cached.
  private static let sizeLimit = 64 << 10

  private let state = Mutex(CacheState())

  /// Returns the cached response to a request; nil if there is none.
  ///
  /// - Parameter generation: a number that is the same for requests that arrived together, so the
  ///   validator is checked only once for all of them.
  func response(
    for key: @autoclosure () -> Key,
    generation: Int,
    by engine: IntentEngine
  ) -> SerializedJSON? {
    state.withLock { state in
      guard let validator = state.validator, let answer = state.answers[key()] else { return nil }
      if state.generation != generation {
        guard engine.isCurrent(validator) else { return nil }
        state.generation = generation
      }
      return answer
    }
  }

  /// Caches a response, together with the validator that shows whether it's current.
  func insert(_ answer: SerializedJSON, for key: Key, validator: CacheValidator) {
    if answer.utf8.count > Self.sizeLimit { return }
    state.withLock { state in
      if state.validator != validator { state = CacheState(validator: validator) }
      if state.answers.count < Self.limit { state.answers[key] = answer }
    }
  }
}
