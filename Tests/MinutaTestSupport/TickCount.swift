import Synchronization

/// Counts what a stream tells, for as long as it is there.
package final class TickCount: Sendable {
  private struct State {
    var count = 0
    var isEnded = false
  }

  private final class Tally: Sendable {
    let state = Mutex(State())
  }

  private let tally = Tally()
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
    after deed: () async throws -> Void
  ) async throws {
    let before = count
    try await deed()
    try await MinutaTestSupport.wait(for: "tick after \(what)") { count > before }
  }
}
