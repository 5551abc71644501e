import Glibc

/// Checks whether only the current user can change a file.
package enum FileOwnershipChecker {
  /// Reads a file and finds out whether another user could have changed it; see `untrustedPath`.
  ///
  /// - Parameters:
  ///   - limit: The maximum size in bytes.
  ///   - home: The home directory; directories above it are not checked.
  package static func read(
    _ path: String,
    limit: Int,
    home: String
  ) throws(SystemError) -> (bytes: [UInt8], untrustedPath: String?) {
    // Don't block if the path is a named pipe that has no writer.
    let bytes = try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: limit)
    return (bytes, try untrustedPath(on: path, home: home))
  }

  /// Returns the file or its nearest parent directory that another user owns or can write; nil if
  /// there is none.
  ///
  /// If the path contains symbolic links, checks both the given path and the resolved one.
  ///
  /// - Parameter home: The home directory, the last one to be checked. For a file outside it, only
  ///   the file's own directory is checked.
  package static func untrustedPath(on path: String, home: String) throws(SystemError) -> String? {
    if let found = try firstUntrustedAncestor(from: path, to: home) { return found }
    guard let target = resolvingLinks(path), target != path else { return nil }
    return try firstUntrustedAncestor(from: target, to: resolvingLinks(home) ?? home)
  }

  private static func firstUntrustedAncestor(from path: String, to home: String) throws(SystemError)
    -> String?
  {
    var current = path
    let homePrefix = home.hasSuffix("/") ? home : home + "/"
    let isInsideHome = path.utf8.starts(with: homePrefix.utf8)
    while let status = try FileStatus.of(current) {
      if isUntrusted(status) { return current }
      guard let parent = Directory.parent(of: current) else { return nil }
      if current + "/" == homePrefix || (!isInsideHome && current != path) { return nil }
      current = parent
    }
    return nil
  }

  private static func isUntrusted(_ status: FileStatus) -> Bool {
    if status.owner != geteuid() && status.owner != 0 { return true }
    if status.permissions & 0o002 != 0 { return true }
    // Group write access is safe if the group ID equals the owner's user ID: on most systems, that
    // group is the owner's private one.
    return status.permissions & 0o020 != 0 && status.group != status.owner
  }

  /// Returns the path with all symbolic links resolved; nil if the file doesn't exist.
  package static func resolvingLinks(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
