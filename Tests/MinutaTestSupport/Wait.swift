/// A condition that did not come true in time.
package struct WaitTimeoutError: Error, CustomStringConvertible {
  package let description: String
}

/// Asks again and again until the answer is yes.
///
/// - Parameter what: what is waited for, as the error names it.
package func wait(
  for what: @autoclosure () -> String,
  limit: Duration = .seconds(120),
  until isThere: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try await !isThere() {
    if ContinuousClock.now > deadline {
      throw WaitTimeoutError(description: "no \(what()) within \(limit)")
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}
