import Synchronization
import SystemCalls

/// Opens, renames and removes the files of a store by their relative paths.
///
/// The path of the root may contain links, since the user chose it. Links below the root are never
/// followed, so nothing in the directory can redirect access outside it. Open directories are
/// reused, so create a new file system for each call of the store.
final class StoreFileSystem: Sendable {
  /// A handle of an open directory, which is closed when no one refers to it any more.
  private final class SharedHandle: Sendable {
    let folder: DirectoryHandle

    init(_ folder: consuming DirectoryHandle) {
      self.folder = folder
    }
  }

  /// The absolute path of the data directory.
  let root: String
  private let opened = Mutex<[String: SharedHandle]>([:])

  /// The maximum number of directories to keep open, since the number of open files per process is
  /// limited.
  private static let maximumOpened = 4

  init(_ root: String) {
    self.root = root
  }

  /// Throws an error if the data directory can't be opened.
  func check() throws(SystemError) {
    _ = try folder("")
  }

  func open(
    _ path: String,
    for access: FileOpenMode,
    permissions: UInt32 = 0o644
  ) throws(SystemError) -> FileDescriptor {
    try folder("").folder.open(path, for: access, permissions: permissions)
  }

  /// Returns the status of a file, without following links; nil if it is missing.
  func status(of path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try parent(of: path).folder.fileStatus(of: StoreLayout.name(ofFile: path))
    } catch  where error.isMissing {
      return nil
    }
  }

  func isFolder(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try folder(path)
      return true
    } catch  where error.isMissing {
      return false
    }
  }

  func rename(
    _ path: String,
    to newPath: String,
    _ mode: RenameMode
  ) throws(SystemError) {
    let (old, new) = (try parent(of: path), try parent(of: newPath))
    let (name, newName) = (StoreLayout.name(ofFile: path), StoreLayout.name(ofFile: newPath))
    do throws(SystemError) {
      try old.folder.rename(name, to: newName, in: new.folder, mode)
    } catch  where error.isUnsupported && mode == .noReplace {
      // The file system doesn't support `.noReplace`, so check first that the target doesn't exist.
      if try new.folder.fileStatus(of: newName) != nil { throw .exists(newPath) }
      try old.folder.rename(name, to: newName, in: new.folder)
    }
  }

  /// Renames the file at `path` to `newPath`, replacing an existing file.
  func replace(_ newPath: String, with path: String) throws(SystemError) {
    let (old, new) = (try parent(of: path), try parent(of: newPath))
    let (name, newName) = (StoreLayout.name(ofFile: path), StoreLayout.name(ofFile: newPath))
    try old.folder.rename(name, to: newName, in: new.folder)
  }

  func unlink(_ path: String) throws(SystemError) {
    try parent(of: path).folder.unlink(StoreLayout.name(ofFile: path))
  }

  /// Removes a file if it exists.
  func discard(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try unlink(path)
    } catch  where error.isMissing {}
  }

  /// Flushes the names in a directory to disk.
  func flush(folder path: String) throws(SystemError) {
    try folder(path).folder.flush()
  }

  /// Creates a directory and its missing parents, and flushes their entries to disk.
  ///
  /// - Returns: the absolute paths of the created directories, outermost first.
  func makeDirectory(_ path: String, permissions: UInt32) throws(SystemError) -> [String] {
    do throws(SystemError) {
      _ = try folder(path)
      return []
    } catch  where error.isMissing && !path.isEmpty {
      let above = StoreLayout.folder(ofFile: path)
      let made = try makeDirectory(above, permissions: permissions)
      let name = StoreLayout.name(ofFile: path)
      guard try folder(above).folder.makeDirectory(name, permissions: permissions) else {
        _ = try folder(path)
        return made
      }
      try flush(folder: above)
      return made + ["\(root)/\(path)"]
    }
  }

  private func parent(of path: String) throws(SystemError) -> SharedHandle {
    try folder(StoreLayout.folder(ofFile: path))
  }

  /// Opens a directory of the store, or reuses an open one; the root is the empty path.
  private func folder(_ path: String) throws(SystemError) -> SharedHandle {
    if let known = opened.withLock({ $0[path] }) { return known }
    let new: SharedHandle
    if path.isEmpty {
      new = SharedHandle(try DirectoryHandle(root))
    } else {
      do throws(SystemError) {
        new = SharedHandle(try DirectoryHandle(path, beneath: try folder("").folder))
      } catch  where error.isLink {
        throw .link("\(root)/\(firstLink(on: path))")
      }
    }
    opened.withLock { opened in
      if opened.count >= Self.maximumOpened, let other = opened.keys.first(where: { !$0.isEmpty }) {
        opened[other] = nil
      }
      opened[path] = new
    }
    return new
  }

  /// Returns the outermost part of a path that is a symbolic link, for an error message.
  private func firstLink(on path: String) -> String {
    var parts = path.split(separator: "/")[...]
    var first = path
    while !parts.isEmpty {
      let above = parts.joined(separator: "/")
      let kind = (try? FileStatus.of("\(root)/\(above)", following: false))??.kind
      if kind == .link { first = above }
      parts.removeLast()
    }
    return first
  }
}
