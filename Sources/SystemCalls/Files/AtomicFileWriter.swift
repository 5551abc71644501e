/// A file that is its user's alone.
package enum AtomicFileWriter {
  /// Writes a new content in place of what there is, all or nothing, and waits for the disk.
  ///
  /// A link at the path is replaced, not followed. Folders that are missing are made.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let folder = Directory.parent(of: path) ?? "/"
    for made in try Directory.make(folder, permissions: 0o700) {
      try Directory.flush(Directory.parent(of: made) ?? "/")
    }
    try WriteTarget(path).replace(with: bytes, permissions: 0o600)
  }

  /// Writes a new content in place of what there is, all or nothing, and waits for the disk; its
  /// folder has to be there.
  ///
  /// The target of a link is replaced, unless the link belongs to another user (`WriteTarget`). The
  /// file keeps its permissions.
  package static func replaceContent(of path: String, with bytes: [UInt8]) throws(SystemError) {
    let place = try WriteTarget.following(path)
    let status = try place.status()
    // Renaming over a device or a pipe would remove it.
    if let kind = status?.kind, kind != .regular {
      throw kind == .directory ? .directory(path) : .notRegular(path)
    }
    // A set-user-ID bit of the old file is no permission for a new content.
    try place.replace(with: bytes, permissions: (status?.permissions ?? 0o600) & 0o777)
  }
}
