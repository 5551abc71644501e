import Synchronization

/// Counts the elements of a stream for as long as this object exists.
package final class StreamElementCounter: Sendable {
  private struct Counts {
    var count = 0
    var isEnded = false
  }

  private final class SharedCounts: Sendable {
    let state = Mutex(Counts())
  }

  private let shared = SharedCounts()
  private let task: Task<Void, Never>

  package init(_ stream: AsyncStream<Void>) {
    task = Task { [shared] in
      for await _ in stream { shared.state.withLock { $0.count += 1 } }
      shared.state.withLock { $0.isEnded = true }
    }
  }

  deinit {
    task.cancel()
  }

  package var count: Int { shared.state.withLock { $0.count } }
  package var isEnded: Bool { shared.state.withLock { $0.isEnded } }

  /// Stops counting.
  package func end() { task.cancel() }

  /// Runs an action and waits for the stream's next element.
  package func wait(for what: String, after action: () async throws -> Void) async throws {
    let before = count
    try await action()
    try await MinutaTestSupport.wait(for: "tick after \(what)") { count > before }
  }
}
