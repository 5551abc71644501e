import Foundation
import SystemCalls

/// Finds and runs the programs that the tests need.
package enum TestPrograms {
  /// Returns the path of a program in the directories of `PATH`; nil if it isn't installed.
  package static func installed(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The Python that has the modules for the tests: `MINUTA_PYTHON` if set, otherwise `python3`.
  package static var python: String? {
    ProcessInfo.processInfo.environment["MINUTA_PYTHON"] ?? installed("python3")
  }

  /// Returns the path of a program of this package that was built together with the running tests.
  package static func built(_ name: String) -> String {
    let tests = Bundle.main.executablePath.flatMap(testBundle) ?? CommandLine.arguments[0]
    return (tests as NSString).deletingLastPathComponent + "/" + name
  }

  /// Returns the path of the test bundle, which is in the directory of the built programs.
  ///
  /// Depending on the test runner, the bundle is the running program or one of its arguments.
  private static func testBundle(_ runner: String) -> String? {
    ([runner] + CommandLine.arguments).first { $0.contains(".xctest") }
  }

  /// The path of the `minuta` under test: `MINUTA_PROGRAM` if set, otherwise the one just built.
  package static var minuta: String {
    ProcessInfo.processInfo.environment["MINUTA_PROGRAM"] ?? built("minuta")
  }

  /// Whether the `minuta` under test is a debug build, which gets smaller inputs than a release.
  package static var isDebugBuild: Bool {
    ProcessInfo.processInfo.environment["MINUTA_PROGRAM"] == nil
  }

  /// Runs a program and waits for it to exit.
  package static func run(
    _ program: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    input: String = ""
  ) async throws -> ChildProcess.Result {
    // If a child exits before it has read all input, SIGPIPE must not end the tests.
    Signals.ignoreWriteSignals()
    return try await ChildProcess(program, arguments, environment: environment)
      .finish(input: Array(input.utf8))
  }
}
