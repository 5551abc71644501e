import CSystem
import Glibc

/// The way in which a rename treats an existing file with the new name.
package enum RenameMode: Sendable {
  /// Fails with `EEXIST` if a file with the new name exists.
  case noReplace
  /// Swaps the names of the two files.
  case exchange

  /// The flags for renameat2(2); Swift's importer omits their named constants.
  var flags: UInt32 {
    switch self {
    case .noReplace: 1
    case .exchange: 2
    }
  }
}

/// Operations relative to the open directory, which don't follow symbolic links.
///
/// A parameter called `name` or `newName` names a direct entry of the directory, not a path.
extension DirectoryHandle {
  /// Opens a file below the directory.
  ///
  /// - Parameter path: The file's path relative to the directory.
  package func open(
    _ path: String,
    for access: FileOpenMode,
    permissions: UInt32 = 0o644
  ) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(fullPath(path), for: access) {
      ConfinedFileOpener.open(path, in: descriptor.number, for: access, permissions: permissions)
    }
  }

  /// Returns the status of a directory entry; nil if there is no such entry.
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

  /// Returns the status of the directory itself.
  package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

  /// Renames a file, possibly into another directory.
  ///
  /// - Throws: An error whose `isUnsupported` is true if the file system doesn't support the mode.
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

  /// Renames a file, replacing any file with the new name.
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

  /// Creates a directory unless the name already exists.
  ///
  /// - Returns: True if the directory was created.
  package func makeDirectory(_ name: String, permissions: UInt32) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try systemCall("mkdir", fullPath(name)) { mkdirat(descriptor.number, name, permissions) }
      return true
    } catch  where error.alreadyExists {
      return false
    }
  }

  /// Flushes the directory's entries to disk.
  package func flush() throws(SystemError) { try descriptor.flush() }

  private func fullPath(_ path: String) -> String { "\(descriptor.path)/\(path)" }
}
