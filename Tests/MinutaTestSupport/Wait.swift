/// A condition didn't become true in time.
package struct WaitTimeoutError: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition is true, checking it every 10 ms.
///
/// - Parameter what: A description of the condition for the error message.
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
