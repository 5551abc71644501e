import IntentKit
import JSONText
import Synchronization

/// A test provider whose intents change while the server runs.
final class ChangingIntentsProvider: ChangingIntentProvider {
  private struct IntentState {
    var ids: [String] = []
    var listingCount = 0
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(IntentState())
  private let changes = AsyncStream<Void>.makeStream()

  /// The number of times that the server has requested the list of intents.
  var listingCount: Int { state.withLock { $0.listingCount } }

  /// Adds an intent without notifying the server of the change.
  func add(_ id: String) {
    state.withLock { $0.ids.append(id) }
  }

  func notify() { changes.continuation.yield() }

  /// Makes later requests for the list of intents wait until `release` is called.
  ///
  /// They then return the intents that existed when they began.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Makes later requests for the list of intents return at once again.
  func stopHolding() {
    state.withLock { $0.isHeld = false }
  }

  /// Ends the wait of all requests for the list of intents.
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func definitions() async -> [IntentDefinition] {
    let (ids, isHeld) = state.withLock { ($0.ids, $0.isHeld) }
    if isHeld {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.held.append(continuation)
          state.listingCount += 1
        }
      }
    } else {
      state.withLock { $0.listingCount += 1 }
    }
    return ids.compactMap { try? .simple($0, [:], readOnly: true) }
  }

  func definitionChanges() async -> AsyncStream<Void>? { changes.stream }

  func perform(_ call: ValidatedCall, in context: CallContext) async throws(Failure)
    -> IntentResult
  {
    IntentResult([:], dialog: "Done.")
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
