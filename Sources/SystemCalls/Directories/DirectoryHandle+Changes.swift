import CSystem
import Glibc

/// How a file gets its new name.
package enum RenameMode: Sendable {
  /// Only if nothing has the name; the call fails with `EEXIST` otherwise.
  case noReplace
  /// The file that has the name gets the old one.
  case exchange

  /// The flags of renameat2(2), which Swift's importer leaves out.
  fileprivate var flags: UInt32 {
    switch self {
    case .noReplace: 1
    case .exchange: 2
    }
  }
}

/// Changes below the folder; no link is followed. Names are those of files in the folder itself.
extension DirectoryHandle {
  /// Opens a file.
  ///
  /// - Parameter path: within the folder.
  package func open(
    _ path: String,
    for access: FileAccess,
    permissions: UInt32 = 0o644
  ) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(fullPath(path), for: access) {
      ConfinedFileOpener.open(path, in: descriptor.number, for: access, permissions: permissions)
    }
  }

  /// The status of what has a name; nil where nothing has.
  package func fileStatus(of name: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", fullPath(name)) {
        fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW)
      }
    } catch  where error.isMissing {
      return nil
    }
    return FileStatus(status)
  }

  /// The status of the folder.
  package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

  /// Renames a file, perhaps into another folder.
  ///
  /// - Throws: An error that `isUnsupported` where the file system does not know the mode.
  package func rename(
    _ name: String,
    to newName: String,
    in folder: borrowing DirectoryHandle,
    _ mode: RenameMode
  ) throws(SystemError) {
    let (old, new) = (descriptor.number, folder.descriptor.number)
    try systemCall("rename", folder.fullPath(newName)) {
      renameat2(old, name, new, newName, mode.flags)
    }
  }

  /// Renames a file, in place of one that has the name.
  package func rename(
    _ name: String,
    to newName: String,
    in folder: borrowing DirectoryHandle
  ) throws(SystemError) {
    let (old, new) = (descriptor.number, folder.descriptor.number)
    try systemCall("rename", folder.fullPath(newName)) { renameat(old, name, new, newName) }
  }

  package func unlink(_ name: String) throws(SystemError) {
    try systemCall("unlink", fullPath(name)) { unlinkat(descriptor.number, name, 0) }
  }

  /// Makes a folder, unless something has the name.
  ///
  /// - Returns: Whether it was made.
  package func makeDirectory(_ name: String, permissions: UInt32) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try systemCall("mkdir", fullPath(name)) { mkdirat(descriptor.number, name, permissions) }
      return true
    } catch  where error.alreadyExists {
      return false
    }
  }

  /// Waits until the disk has the folder's names.
  package func flush() throws(SystemError) { try descriptor.flush() }

  private func fullPath(_ path: String) -> String { "\(descriptor.path)/\(path)" }
}
