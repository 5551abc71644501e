import Glibc

/// Checks whether only the current user can change a file.
package enum FileOwnershipChecker {
  /// Reads a file and checks its ownership; see `untrustedPath`.
  ///
  /// - Parameters:
  ///   - limit: The maximum size in bytes.
  ///   - home: The directory where the check of parent directories ends.
  package static func read(
    _ path: String,
    limit: Int,
    home: String
  ) throws(SystemError) -> (bytes: [UInt8], untrustedPath: String?) {
    // A named pipe must not block the reader until a writer appears.
    let bytes = try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: limit)
    return (bytes, try untrustedPath(on: path, home: home))
  }

  /// Returns the first path among the file and its parent directories that another user owns or can
  /// write.
  ///
  /// If the path contains symbolic links, checks both the given path and the resolved one.
  ///
  /// - Parameter home: The directory where the check ends. For a file outside it, only the file's
  ///   own directory is checked.
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
    // Most systems give each user a private group with the same number, so its write access is
    // safe.
    return status.permissions & 0o020 != 0 && status.group != status.owner
  }

  /// Quotes a path as one shell word.
  package static func shellQuoted(_ path: String) -> String {
    "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  /// Returns the path with all symbolic links resolved; nil if the file doesn't exist.
  package static func resolvingLinks(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
