extension ProgramRunner {
  /// Runs a program without input and returns its output.
  ///
  /// - Parameters:
  ///   - environment: The program's complete environment.
  ///   - timeout: The time after which the program is killed.
  /// - Throws: `ProgramError` if the program isn't installed, fails or takes too long, or if the task
  ///   is cancelled.
  package static func text(
    _ name: String,
    _ arguments: [String],
    environment: [String: String],
    timeout: Duration
  ) async throws(ProgramError) -> String {
    let result: Result
    do {
      result = try await ProgramRunner(name, arguments, environment: environment)
        .run(input: [], outputLimit: 1 << 20, timeout: timeout)
    } catch {
      throw error as? ProgramError ?? .cancelled(name)
    }
    if result.code == 0 { return String(decoding: result.output, as: UTF8.self) }
    throw .failed(name, errors: result.errors)
  }
}
