/// Replaces files atomically.
package enum AtomicFileWriter {
  /// Writes a private file (mode 0600) atomically and flushes it to disk.
  ///
  /// A symbolic link at the path is replaced, not followed. Missing directories are created.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let folder = Directory.parent(of: path) ?? "/"
    for made in try Directory.make(folder, permissions: 0o700) {
      try Directory.flush(Directory.parent(of: made) ?? "/")
    }
    try WriteTarget(path).replace(with: bytes, permissions: 0o600)
  }

  /// Writes a file with the given permissions atomically and flushes it to disk.
  ///
  /// A symbolic link at the path is replaced, not followed. The directory must exist.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    permissions: UInt32
  ) throws(SystemError) {
    try WriteTarget(path).replace(with: bytes, permissions: permissions)
  }

  /// Replaces a file's content atomically and flushes it to disk.
  ///
  /// The directory must exist. The file keeps its permissions.
  ///
  /// If the path is a symbolic link, the link's target is replaced, unless the link belongs to
  /// another user; see `WriteTarget.following`.
  package static func replaceContent(of path: String, with bytes: [UInt8]) throws(SystemError) {
    try replaceContent(of: path) { file throws(SystemError) in try file.write(bytes) }
  }

  /// Replaces a file's content atomically with the content that `body` writes, and flushes it to
  /// disk.
  ///
  /// If `body` throws, the file stays as it is.
  ///
  /// - Parameter isPrivate: whether only the user may read a new file; otherwise the umask decides.
  package static func replaceContent(
    of path: String,
    isPrivate: Bool = true,
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    let place = try WriteTarget.following(path)
    let status = try place.status()
    // Reject devices and pipes: renaming the new file over one would remove it.
    if let kind = status?.kind, kind != .regular {
      throw kind == .directory ? .directory(path) : .notRegular(path)
    }
    // Drop the set-user-ID and set-group-ID bits: they were granted for the old content.
    let permissions = status.map { $0.permissions & 0o777 } ?? (isPrivate ? 0o600 : nil)
    try place.replace(permissions: permissions, body)
  }
}
