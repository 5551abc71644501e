import Glibc

/// Whether a file can be believed to be its user's own.
package enum FileOwnershipChecker {
  /// Reads a file, and tells the intruder on it, if any.
  ///
  /// - Parameters:
  ///   - limit: in bytes.
  ///   - home: as `untrustedPath` has it.
  package static func read(
    _ path: String,
    limit: Int,
    home: String
  ) throws(SystemError) -> (bytes: [UInt8], untrustedPath: String?) {
    // A named pipe must not keep the reader waiting for a writer.
    let bytes = try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: limit)
    return (bytes, try untrustedPath(on: path, home: home))
  }

  /// The first of a file and the folders above it that somebody else owns or can write.
  ///
  /// A file reached by links is looked at on the way that was given and on the way without links.
  ///
  /// - Parameter home: The folder where the climb ends; a file elsewhere is looked at with its
  ///   own folder only.
  package static func untrustedPath(on path: String, home: String) throws(SystemError) -> String? {
    if let found = try firstUntrustedAncestor(from: path, to: home) { return found }
    guard let target = resolvingLinks(path), target != path else { return nil }
    return try firstUntrustedAncestor(from: target, to: resolvingLinks(home) ?? home)
  }

  private static func firstUntrustedAncestor(from path: String, to home: String) throws(SystemError)
    -> String?
  {
    var current = path
    let above = home.hasSuffix("/") ? home : home + "/"
    let inside = path.utf8.starts(with: above.utf8)
    while let status = try FileStatus.of(current) {
      if isUntrusted(status) { return current }
      guard let parent = Directory.parent(of: current) else { return nil }
      if current + "/" == above || (!inside && current != path) { return nil }
      current = parent
    }
    return nil
  }

  private static func isUntrusted(_ status: FileStatus) -> Bool {
    if status.owner != geteuid() && status.owner != 0 { return true }
    if status.permissions & 0o002 != 0 { return true }
    // A group of the user's own number is the user's private group, as most systems make it.
    return status.permissions & 0o020 != 0 && status.group != status.owner
  }

  /// A path as one word of a shell.
  package static func shellQuoted(_ path: String) -> String {
    "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  /// The path of a file without links on the way; nil where there is none.
  package static func resolvingLinks(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
