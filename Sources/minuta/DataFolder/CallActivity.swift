import Synchronization

/// The time of the last call of a server.
final class CallActivity: Sendable {
  private let last = Mutex(ContinuousClock.now)

  func noteCall() {
    last.withLock { $0 = .now }
  }

  /// Returns when there has been no call for `duration`.
  ///
  /// - Throws: `CancellationError`.
  func waitUntilQuiet(for duration: Duration) async throws {
    while true {
      let end = last.withLock { $0 } + duration
      if end <= .now { return }
      try await Task.sleep(until: end, clock: .continuous)
    }
  }
}
