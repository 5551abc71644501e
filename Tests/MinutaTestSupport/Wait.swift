/// The error for a condition that didn't become true in time.
package struct WaitTimeoutError: Error, CustomStringConvertible {
  package let description: String

  /// Creates an error.
  package init(description: String) {
    self.description = description
  }
}

/// Waits until a condition is true, checking it every 10 ms.
///
/// - Parameter what: The expected thing, for an error message such as `no idle host within 120 s`.
package func wait(
  for what: @autoclosure () -> String,
  limit: Duration = .seconds(120),
  until isTrue: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try await !isTrue() {
    if ContinuousClock.now > deadline {
      throw WaitTimeoutError(description: "no \(what()) within \(limit)")
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}
