import Foundation
import Glibc
import SystemCalls

/// A user without root privileges: the current user, or `nobody` if the tests run as root.
package enum UnprivilegedUser {
  private static let nobody: UInt32 = 65_534

  /// The ID of this user.
  package static var number: UInt32 { User.isRoot ? nobody : User.current }

  /// Returns the reason why this user can't run a program; nil if there is none.
  package static func blockingReason(for program: String) throws -> String? {
    if !User.isRoot { return nil }
    if TestPrograms.installed("setpriv") == nil { return "setpriv is not installed" }
    var path: String? = FileOwnershipChecker.resolvingLinks(program)
    while let current = path {
      if try FileStatus.of(current).map({ $0.permissions & 0o001 == 0 }) ?? true {
        return "\(current) is not accessible to other users"
      }
      path = Directory.parent(of: current)
    }
    return nil
  }

  /// Makes this user the owner of a directory and its contents; does nothing unless the tests run
  /// as root.
  ///
  /// - Parameter user: The owner, for tests that need yet another user; nil for this one.
  package static func changeOwner(of folder: String, to user: UInt32? = nil) throws {
    if !User.isRoot { return }
    let owner = user ?? number
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for path in [folder] + names.map({ "\(folder)/\($0)" }) {
      guard lchown(path, owner, owner) == 0 else { throw SystemError.last("lchown", path) }
    }
  }

  /// Runs a program as this user and waits for it to exit.
  package static func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String]
  ) async throws -> ChildProcess.Result {
    guard User.isRoot, let setpriv = TestPrograms.installed("setpriv") else {
      return try await TestPrograms.run(program, arguments, environment: environment)
    }
    let user = ["--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups", "--"]
    return try await TestPrograms.run(
      setpriv,
      user + [program] + arguments,
      environment: environment
    )
  }
}
