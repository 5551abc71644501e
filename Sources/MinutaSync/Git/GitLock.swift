import SystemCalls

/// The locks that git leaves in the repository of a data folder when it is killed.
extension GitProgram {
  /// The time after which an unchanged lock is that of a killed process: git holds one for
  /// milliseconds.
  private static let lockTimeout = Duration.seconds(2)

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
    // A commit holds the lock of the index while the user writes its message.
    if path.hasSuffix("/index.lock"),
      let message = Self.status(of: path.replacing("index.lock", with: "COMMIT_EDITMSG")),
      message.modified >= first.modified
    {
      return false
    }
    return (try? Directory.unlink(path)) != nil
  }

  private static func status(of path: String) -> FileStatus? { (try? FileStatus.of(path)) ?? nil }

  /// Returns the path of a lock of this repository that git's messages name.
  private func lock(namedIn errors: String) -> String? {
    guard let repository = FileOwnershipChecker.resolvingLinks(self.repository) else { return nil }
    for line in errors.split(whereSeparator: \.isNewline) where !line.hasPrefix("remote: ") {
      if line.hasSuffix("could not lock config file .git/config: File exists") {
        return "\(repository)/config.lock"
      }
      guard let start = line.firstRange(of: "Unable to create '")?.upperBound,
        let end = line[start...].firstRange(of: ".lock': File exists")?.lowerBound
      else { continue }
      let path = "\(line[start..<end]).lock"
      if path.hasPrefix("\(repository)/"), !path.contains("/../") { return path }
    }
    return nil
  }
}
