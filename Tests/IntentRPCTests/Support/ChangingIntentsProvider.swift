import IntentKit
import JSONText
import Synchronization

/// Intents that come while they are served.
final class ChangingIntentsProvider: IntentProvider {
  private struct IntentState {
    var ids: [String] = []
    var looks = 0
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(IntentState())
  private let changes = AsyncStream<Void>.makeStream()

  /// How often somebody looked what there is.
  var looks: Int { state.withLock { $0.looks } }

  /// Adds an intent; nobody is told.
  func add(_ id: String) {
    state.withLock { $0.ids.append(id) }
  }

  func tell() { changes.continuation.yield() }

  /// Has who looks from now on wait with what there was, until it is released.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Has who looks from now on not wait.
  func stopHolding() {
    state.withLock { $0.isHeld = false }
  }

  /// Lets go of those who wait.
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
          state.looks += 1
        }
      }
    } else {
      state.withLock { $0.looks += 1 }
    }
    return ids.compactMap { try? .simple($0, [:], readOnly: true) }
  }

  func definitionChanges() async -> AsyncStream<Void>? { changes.stream }

  func perform(_ call: ValidatedCall, in context: CallContext) async throws(IntentError)
    -> IntentResult
  {
    IntentResult([:], dialog: "Done.")
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
