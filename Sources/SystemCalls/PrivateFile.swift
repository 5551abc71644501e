import Glibc

/// A file that is its user's alone.
package enum PrivateFile {
  /// Writes a new content in place of what there is, all or nothing, and waits for the disk.
  ///
  /// A link at the path is replaced, not followed. Folders that are missing are made.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let folder = Folder.parent(of: path) ?? "/"
    for made in try Folder.make(folder, permissions: 0o700) {
      try Folder.flush(Folder.parent(of: made) ?? "/")
    }
    try replaceInPlace(path, with: bytes, permissions: 0o600)
  }

  /// Writes a new content in place of what there is, all or nothing, and waits for the disk; its
  /// folder has to be there.
  ///
  /// What a link at the path leads to is replaced, and rights stay as they are.
  package static func replaceContent(of path: String, with bytes: [UInt8]) throws(SystemError) {
    let place = OwnedFile.withoutLinks(path) ?? path
    let status = try FileStatus.of(place)
    if status?.kind == .folder { throw SystemError(call: "open", path: place, code: EISDIR) }
    try replaceInPlace(place, with: bytes, permissions: status?.permissions ?? 0o600)
  }

  private static func replaceInPlace(
    _ path: String,
    with bytes: [UInt8],
    permissions: UInt32
  ) throws(SystemError) {
    let folder = Folder.parent(of: path) ?? "/"
    let temporary = "\(path).\(getpid()).tmp"
    do throws(SystemError) {
      try write(bytes, to: temporary, permissions)
      try Folder.rename(temporary, to: path)
    } catch {
      try? Folder.unlink(temporary)
      throw error
    }
    try Folder.flush(folder)
  }

  private static func write(
    _ bytes: [UInt8],
    to path: String,
    _ permissions: UInt32
  ) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .replacing, permissions: 0o600)
    // Who died while writing may have left it with others.
    try file.setPermissions(permissions)
    try file.write(bytes)
    try file.flush()
  }
}
