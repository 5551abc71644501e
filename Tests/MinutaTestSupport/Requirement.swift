import Foundation
import SystemCalls
package import Testing

/// A trait that skips a test where something that it requires is missing.
///
/// The skipped tests are counted at the end of the run.
package struct Requirement: TestTrait, SuiteTrait {
  /// Returns what is missing; nil if the test can run.
  fileprivate let missing: @Sendable () async throws -> String?

  package var isRecursive: Bool { true }

  package func prepare(for test: Test) async throws {
    guard let reason = try await missing().map({ "requires \($0)" }) else { return }
    if !test.isSuite { SkippedTests.add(reason) }
    try Test.cancel(Comment(rawValue: reason))
  }
}

/// The error for a test whose program isn't installed.
private struct NotInstalledError: Error, CustomStringConvertible {
  let description: String
}

extension Trait where Self == Requirement {
  /// Runs a test only in `Tests/Programs/run`, because it starts programs that a bare machine lacks.
  ///
  /// There, the test fails if one of them isn't installed.
  package static func requires(_ programs: String...) -> Self {
    realPrograms(programs.joined(separator: ", ")) {
      programs.filter { TestPrograms.installed($0) == nil }
    }
  }

  /// Runs a test only in `Tests/Programs/run`, because it requires a module for Python.
  package static func requires(pythonModule name: String) -> Self {
    realPrograms("Python's \(name)") {
      let python = TestPrograms.python ?? "python3"
      let imported = try await TestPrograms.run(python, ["-c", "import \(name)"])
      return imported.status == 0 ? [] : [name]
    }
  }

  private static func realPrograms(
    _ list: String,
    notInstalled: @escaping @Sendable () async throws -> [String]
  ) -> Self {
    Self {
      guard ProcessInfo.processInfo.environment["REAL_PROGRAMS"] == "1" else {
        return "\(list): see Tests/Programs/run"
      }
      let missing = try await notInstalled()
      if missing.isEmpty { return nil }
      throw NotInstalledError(description: "not installed: \(missing.joined(separator: ", "))")
    }
  }

  /// Runs a test only as root, who can give files to other users.
  package static var requiresRoot: Self { Self { User.isRoot ? nil : "root" } }

  /// Runs a test only if another user than root can run the tested program.
  package static var requiresOrdinaryUser: Self {
    Self {
      let reason = try UnprivilegedUser.blockingReason(for: TestPrograms.minuta)
      return reason.map { "an ordinary user (\($0))" }
    }
  }

  /// Runs a test only if it can mount file systems that no other program sees.
  package static var requiresMounts: Self {
    Self { await MountNamespace.isAvailable() ? nil : "mounts" }
  }

  /// Runs a test only with the program that `MINUTA_PROGRAM` names, such as the static release.
  package static var requiresNamedProgram: Self {
    Self { TestPrograms.isDebugBuild ? "MINUTA_PROGRAM" : nil }
  }
}
