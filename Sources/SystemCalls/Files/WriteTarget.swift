import Glibc

/// A name in a folder that is held open, so that nobody can lead a later step elsewhere.
struct WriteTarget: ~Copyable {
  private let folder: FileDescriptor
  private let name: String

  private init(_ folder: consuming FileDescriptor, _ name: String) {
    self.folder = folder
    self.name = name
  }

  /// The place of a path itself.
  init(_ path: String) throws(SystemError) {
    let parent = Directory.parent(of: path) ?? "."
    folder = try FileDescriptor(opening: parent, for: .directory)
    name = path.split(separator: "/").last.map(String.init) ?? "."
  }

  /// The most links on the way, as the kernel has it.
  private static let maxLinks = 40

  /// The place that a path leads to over links.
  ///
  /// A link is followed only if it belongs to us, to root or to the owner of its folder: another user
  /// could lead us to any file of ours. Linux refuses such links in shared folders as well
  /// (`protected_symlinks` in proc_sys_fs(5)), but only to those that leave the following to it.
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

  /// An entry of a folder, a link itself; nil where the last one is missing.
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

  /// The status of what stands there itself; nil where there is nothing.
  func status() throws(SystemError) -> FileStatus? {
    try Self.entry(name, in: folder, isLast: true)?.status()
  }

  /// Puts a new file there, in place of what there is, all or nothing.
  func replace(with bytes: [UInt8], permissions: UInt32) throws(SystemError) {
    let temporary = Self.temporaryName()
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: temporary,
        in: folder,
        for: .creating,
        permissions: 0o600
      )
      try file.setPermissions(permissions)
      try file.write(bytes)
      try file.flush()
      try systemCall("rename", file.path) {
        renameat(folder.number, temporary, folder.number, name)
      }
    } catch {
      unlinkat(folder.number, temporary, 0)
      // Nobody knows the file by its temporary name.
      throw SystemError(call: error.call, path: "\(folder.path)/\(name)", code: error.code)
    }
    try FileDescriptor(opening: ".", in: folder, for: .directory).flush()
  }

  /// A name that nobody can guess, for a file that takes its own once it is whole.
  ///
  /// It is short, since the file's own name may be as long as a name can be.
  static func temporaryName() -> String {
    ".minuta-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }
}
