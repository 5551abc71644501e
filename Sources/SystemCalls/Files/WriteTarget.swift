import Glibc

/// The location of a file to write: a name in an open directory.
///
/// Because the directory is open, another process can't redirect the write by replacing a parent
/// directory.
struct WriteTarget: ~Copyable {
  private let folder: FileDescriptor
  private let name: String

  private init(_ folder: consuming FileDescriptor, _ name: String) {
    self.folder = folder
    self.name = name
  }

  /// Opens the parent directory of a path; doesn't follow a symbolic link at the path itself.
  init(_ path: String) throws(SystemError) {
    let parent = Directory.parent(of: path) ?? "."
    folder = try FileDescriptor(opening: parent, for: .directory)
    name = path.split(separator: "/").last.map(String.init) ?? "."
  }

  /// The maximum number of symbolic links to follow in one path; the kernel has the same limit.
  private static let maxLinks = 40

  /// Returns the target of a path after following symbolic links.
  ///
  /// A link is followed only if it belongs to the current user, root or the owner of its directory.
  /// Otherwise, another user could create a link that makes us overwrite any of our files. The
  /// kernel has the same protection (`protected_symlinks` in proc_sys_fs(5)), but only for links
  /// that the kernel itself follows.
  static func following(_ path: String) throws(SystemError) -> WriteTarget {
    var folder = try FileDescriptor(opening: path.hasPrefix("/") ? "/" : ".", for: .pathOnly)
    var names: [Substring] = path.split(separator: "/").reversed()
    var links = 0
    while let name = names.popLast().map(String.init) {
      guard let found = try entry(name, in: folder, isLast: names.isEmpty) else {
        return WriteTarget(folder, name)
      }
      switch try found.status().kind {
      case .link:
        links += 1
        if links > maxLinks { throw .link(found.path) }
        let target = try target(of: found, in: folder)
        if target.hasPrefix("/") { folder = try FileDescriptor(opening: "/", for: .pathOnly) }
        names += target.split(separator: "/").reversed()
      case .regular, .directory, .other:
        if names.isEmpty { return WriteTarget(folder, name) }
        folder = found
      }
    }
    throw .directory(path)
  }

  /// Opens a directory entry, without following a symbolic link.
  ///
  /// - Returns: Nil if `isLast` is true and the entry doesn't exist.
  private static func entry(
    _ name: String,
    in folder: borrowing FileDescriptor,
    isLast: Bool
  ) throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      return try FileDescriptor(opening: name, in: folder, for: .pathOnly)
    } catch  where isLast && error.code == ENOENT {
      return nil
    }
  }

  private static func target(
    of link: borrowing FileDescriptor,
    in folder: borrowing FileDescriptor
  ) throws(SystemError) -> String {
    let owner = try link.status().owner
    let trusted = [0, geteuid(), try folder.status().owner]
    if !trusted.contains(owner) { throw .untrustedLink(link.path) }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try systemCall("readlink", link.path) {
      readlinkat(link.number, "", &bytes, bytes.count)
    }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the status of the target, without following a symbolic link; nil if it doesn't exist.
  func status() throws(SystemError) -> FileStatus? {
    try Self.entry(name, in: folder, isLast: true)?.status()
  }

  /// Replaces the target atomically with a new file and flushes it to disk.
  func replace(with bytes: [UInt8], permissions: UInt32) throws(SystemError) {
    try replace(permissions: permissions) { file throws(SystemError) in try file.write(bytes) }
  }

  /// Replaces the target atomically with a new file that `body` writes, and flushes it to disk.
  ///
  /// If `body` throws, the target stays as it is.
  ///
  /// - Parameter permissions: the permissions of the new file; nil for those that the umask allows.
  func replace(
    permissions: UInt32?,
    _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    let temporary = Self.temporaryName()
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: temporary,
        in: folder,
        for: .creating,
        permissions: permissions == nil ? 0o666 : 0o600
      )
      if let permissions { try file.setPermissions(permissions) }
      try body(file)
      try file.flush()
      try systemCall("rename", file.path) {
        renameat(folder.number, temporary, folder.number, name)
      }
    } catch {
      unlinkat(folder.number, temporary, 0)
      // Report the target's name: the temporary one means nothing to the user.
      throw SystemError(call: error.call, path: "\(folder.path)/\(name)", code: error.code)
    }
    try FileDescriptor(opening: ".", in: folder, for: .directory).flush()
  }

  /// Returns a random name for a new file, which is renamed to the target's name when it is
  /// complete.
  ///
  /// It doesn't contain the target's name, which may already have the maximum length.
  static func temporaryName() -> String {
    ".minuta-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }
}
