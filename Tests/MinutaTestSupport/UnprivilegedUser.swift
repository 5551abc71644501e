import Foundation
import Glibc
import SystemCalls

/// A user to whom permissions apply: the one who runs the tests, or where that is root, nobody.
package enum UnprivilegedUser {
  private static let nobody: UInt32 = 65_534

  /// The number of the user.
  package static var number: UInt32 { User.isRoot ? nobody : User.current }

  /// What keeps the user from running a program; nil where nothing does.
  package static func blockingReason(for program: String) throws -> String? {
    if !User.isRoot { return nil }
    if TestPrograms.installed("setpriv") == nil { return "setpriv is not installed" }
    var path: String? = FileOwnershipChecker.resolvingLinks(program)
    while let current = path {
      if try FileStatus.of(current).map({ $0.permissions & 0o001 == 0 }) ?? true {
        return "\(current) is closed to others"
      }
      path = Directory.parent(of: current)
    }
    return nil
  }

  /// Makes a folder the user's with all that is in it, which it is already where that user is us.
  ///
  /// - Parameter user: another user, where processes are counted for each; nil for this one.
  package static func changeOwner(of folder: String, to user: UInt32? = nil) throws {
    if !User.isRoot { return }
    let owner = user ?? number
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for path in [folder] + names.map({ "\(folder)/\($0)" }) {
      guard lchown(path, owner, owner) == 0 else { throw SystemError.last("lchown", path) }
    }
  }

  /// Runs a program to its end as the user.
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
