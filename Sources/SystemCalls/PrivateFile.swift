import Glibc
import Synchronization

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
    // In the place of a device or a pipe a file is of no use.
    if let kind = status?.kind, kind != .regular {
      throw SystemError(call: "open", path: place, code: kind == .folder ? EISDIR : EINVAL)
    }
    try replaceInPlace(place, with: bytes, permissions: status?.permissions ?? 0o600)
  }

  private static func replaceInPlace(
    _ path: String,
    with bytes: [UInt8],
    permissions: UInt32
  ) throws(SystemError) {
    let folder = Folder.parent(of: path) ?? "/"
    let number = count.add(1, ordering: .relaxed).newValue
    let temporary = "\(path).\(getpid()).\(number).tmp"
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

/// Tells apart what is written at once.
private let count = Atomic(0)
