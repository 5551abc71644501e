import MinutaLog
import MinutaTestSupport
import SystemCalls

@testable import minuta

extension Program {
  /// Runs a command within this process, with streams and a log of its own.
  static func runHere(
    _ words: [String],
    input: [UInt8],
    _ environment: @escaping @Sendable (StandardStreams) -> Environment
  ) async throws -> ChildProcess.Result {
    Signals.ignoreWriteSignals()
    return try await ChildProcess.runHere(input: input) { streams in
      CallingThreadExecutor().run {
        await AppLogger.$outputs.withValue(LogOutputs()) {
          await Program(environment: environment(streams)).run(words)
        }
      }
    }
  }
}
