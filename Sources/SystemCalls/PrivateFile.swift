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
    let temporary = "\(path).\(getpid()).tmp"
    do throws(SystemError) {
      try write(bytes, to: temporary)
      try Folder.rename(temporary, to: path)
    } catch {
      try? Folder.unlink(temporary)
      throw error
    }
    try Folder.flush(folder)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .replacing, permissions: 0o600)
    // Who died while writing may have left it with others.
    try file.setPermissions(0o600)
    try file.write(bytes)
    try file.flush()
  }
}
