extension ProgramRunner {
  /// The error for a program that couldn't be run, or that failed.
  package struct TextError: Error {
    /// The reason, for a message; without a full stop at its end.
    package let reason: String
    /// The text that the program wrote to standard error before it failed; nil if it couldn't be
    /// run, or didn't exit in time.
    package let errors: String?
  }

  /// Runs a program without input and returns its output.
  ///
  /// - Parameters:
  ///   - environment: The program's complete environment.
  ///   - timeout: The time after which the program is killed.
  /// - Throws: `TextError` if the program isn't installed, fails or takes too long, or if the task
  ///   is cancelled.
  package static func text(
    _ name: String,
    _ arguments: [String],
    environment: [String: String],
    timeout: Duration
  ) async throws(TextError) -> String {
    let result: Result
    do {
      result = try await ProgramRunner(name, arguments, environment: environment)
        .run(input: [], outputLimit: 1 << 20, timeout: timeout)
    } catch let error as LaunchError {
      throw TextError(reason: error.reason, errors: nil)
    } catch is TimeoutError {
      throw TextError(reason: "\(name) timed out", errors: nil)
    } catch {
      throw TextError(reason: "\(name) was cancelled", errors: nil)
    }
    if result.code == 0 { return String(decoding: result.output, as: UTF8.self) }
    let line = result.errors.split(separator: "\n").first.map(String.init)
    throw TextError(reason: line ?? "\(name) failed", errors: result.errors)
  }
}
