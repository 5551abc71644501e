import Foundation
import SystemCalls

/// The locks that git leaves in the repository of a data folder when it is killed.
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
  /// - Parameter errors: git's messages.
  /// - Returns: false if they name no lock of this repository, or if the lock is in use.
  func releaseLock(namedIn errors: String) async throws -> Bool {
    guard let path = lock(namedIn: errors) else { return false }
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

  /// Returns the path of a lock of this repository that git's messages name.
  private func lock(namedIn errors: String) -> String? {
    let repositories = [repository, commonRepository].compactMap(
      FileOwnershipChecker.resolvingLinks
    )
    guard let repository = repositories.first else { return nil }
    for line in errors.split(whereSeparator: \.isNewline) where !line.hasPrefix("remote: ") {
      if line.hasSuffix("could not lock config file .git/config: File exists") {
        return "\(repository)/config.lock"
      }
      guard let start = line.firstRange(of: "Unable to create '")?.upperBound,
        let end = line[start...].firstRange(of: ".lock': File exists")?.lowerBound
      else { continue }
      let path = "\(line[start..<end]).lock"
      let isOurs = repositories.contains { path.hasPrefix("\($0)/") }
      if isOurs, !path.contains("/../") { return path }
    }
    return nil
  }
}
