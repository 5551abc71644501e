import Foundation
import SystemCalls

/// Where programs are.
package enum TestPrograms {
  /// The path of an installed program; nil where it is not installed.
  package static func installed(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The path of a program of this package, in the folder of the running tests.
  package static func built(_ name: String) -> String {
    let tests = Bundle.main.executablePath.flatMap(testBundle) ?? CommandLine.arguments[0]
    return (tests as NSString).deletingLastPathComponent + "/" + name
  }

  /// The tests are in a bundle beside the programs, whatever program runs them.
  private static func testBundle(_ runner: String) -> String? {
    ([runner] + CommandLine.arguments).first { $0.contains(".xctest") }
  }

  /// The `minuta` under test: `MINUTA_PROGRAM` where it is set, else the one just built.
  package static var minuta: String {
    ProcessInfo.processInfo.environment["MINUTA_PROGRAM"] ?? built("minuta")
  }

  /// Runs a program to its end.
  package static func run(
    _ program: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    input: String = ""
  ) async throws -> ChildProcess.Result {
    // A child that ends before it has read everything must not end the tests.
    Signals.ignoreWriteSignals()
    return try await ChildProcess(program, arguments, environment: environment)
      .finish(input: Array(input.utf8))
  }
}
