import Synchronization

/// Counts what a stream tells, for as long as it is there.
package final class TickCounter: Sendable {
  private struct Counts {
    var count = 0
    var isEnded = false
  }

  private final class SharedCounts: Sendable {
    let state = Mutex(Counts())
  }

  private let tally = SharedCounts()
  private let listening: Task<Void, Never>

  package init(_ stream: AsyncStream<Void>) {
    listening = Task { [tally] in
      for await _ in stream { tally.state.withLock { $0.count += 1 } }
      tally.state.withLock { $0.isEnded = true }
    }
  }

  deinit {
    listening.cancel()
  }

  package var count: Int { tally.state.withLock { $0.count } }
  package var isEnded: Bool { tally.state.withLock { $0.isEnded } }

  /// Stops listening.
  package func end() { listening.cancel() }

  /// Does something and waits until the stream tells of it.
  package func wait(
    for what: String,
    after action: () async throws -> Void
  ) async throws {
    let before = count
    try await action()
    try await MinutaTestSupport.wait(for: "tick after \(what)") { count > before }
  }
}
