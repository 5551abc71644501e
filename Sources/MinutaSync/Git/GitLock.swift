import Foundation
import SystemCalls

/// The locks that git leaves in the repository of a data folder, or in its remote, when it is killed.
extension GitProgram {
  /// The time after which an unchanged lock is that of a killed process: git holds one for
  /// milliseconds.
  private static let lockTimeout = Duration.seconds(2)
  /// The age in seconds after which the lock of the index is that of a killed process.
  ///
  /// A commit holds it while the user writes its message, without keeping the file open. A sync goes
  /// on without the index.
  private static let indexLockAge: Int64 = 3600

  /// Waits for the lock because of which git failed, and removes it if its process was killed.
  ///
  /// - Parameter remote: the folder of the remote whose lock is meant; nil for this repository.
  /// - Returns: false if they name no such lock, or if the lock is in use.
  @discardableResult
  func releaseLock(namedIn errors: String, of remote: String? = nil) async throws -> Bool {
    guard let path = lock(namedIn: errors, of: remote) else { return false }
    let first = Self.status(of: path)
    var waited = Duration.zero
    while let first, waited < Self.lockTimeout, Self.status(of: path) == first {
      try await Task.sleep(for: .milliseconds(50))
      waited += .milliseconds(50)
    }
    guard let first, Self.status(of: path) == first else { return true }
    let isHeld = path.hasSuffix("/index.lock") ? Self.isYoung(first) : Self.isOpen(first)
    if isHeld { return false }
    return (try? Directory.unlink(path)) != nil
  }

  private static func isYoung(_ lock: FileStatus) -> Bool {
    Int64(Date().timeIntervalSince1970) - lock.modified / 1_000_000_000 < indexLockAge
  }

  /// Returns whether a process of the user has a file open.
  private static func isOpen(_ file: FileStatus) -> Bool {
    let processes = (try? Directory.names(in: "/proc")) ?? nil ?? []
    return processes.contains { process in
      guard Int(process) != nil else { return false }
      let folder = "/proc/\(process)/fd"
      let numbers = (try? Directory.names(in: folder)) ?? nil ?? []
      return numbers.contains { number in
        let open = (try? FileStatus.of("\(folder)/\(number)")) ?? nil
        return open?.inode == file.inode && open?.device == file.device
      }
    }
  }

  private static func status(of path: String) -> FileStatus? { (try? FileStatus.of(path)) ?? nil }

  /// Returns the path of a lock of this repository, or of a remote, that git's messages name.
  private func lock(namedIn errors: String, of remote: String?) -> String? {
    let repositories = (remote.map { [$0] } ?? [repository, commonRepository]).compactMap(
      FileOwnershipChecker.resolvingLinks
    )
    guard let repository = repositories.first else { return nil }
    for line in errors.split(whereSeparator: \.isNewline)
    where line.hasPrefix("remote: ") == (remote != nil) {
      if line.hasSuffix("could not lock config file .git/config: File exists") {
        return "\(repository)/config.lock"
      }
      guard let path = Self.lock(namedIn: line) else { continue }
      let isOurs = repositories.contains { path.hasPrefix("\($0)/") }
      if isOurs, !path.contains("/../") { return path }
    }
    return nil
  }

  /// Returns the path of the lock that a line of git's messages names.
  static func lock(namedIn line: some StringProtocol) -> String? {
    guard let start = line.firstRange(of: "Unable to create '")?.upperBound,
      let end = line[start...].firstRange(of: ".lock': File exists")?.lowerBound
    else { return nil }
    return "\(line[start..<end]).lock".replacing("/./", with: "/")
  }
}
