import CSystem
import Glibc

/// What is done with folders and with the names in them.
package enum Directory {
  /// The names in a folder, sorted, without `.` and `..`.
  ///
  /// - Returns: Nil where there is no such folder.
  package static func names(in path: String) throws(SystemError) -> [String]? {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return nil }
      throw .last("opendir", path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw .last("readdir", path) }
    return names.sorted()
  }

  /// Makes sure that a folder can be looked into, if it is there at all.
  package static func checkReadable(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try FileDescriptor(opening: path, for: .directory)
    } catch  where error.code == ENOENT {}
  }

  /// Makes a folder and those above it that are missing.
  ///
  /// - Returns: The folders that were made, from the top.
  @discardableResult
  package static func make(_ path: String, permissions: UInt32 = 0o755) throws(SystemError)
    -> [String]
  {
    do throws(SystemError) {
      return try makeSingle(of: path, permissions: permissions)
    } catch  where error.code == ENOENT {
      guard let parent = parent(of: path) else { throw error }
      let made = try make(parent, permissions: permissions)
      return made + (try makeSingle(of: path, permissions: permissions))
    }
  }

  /// Makes a folder, unless it is there, perhaps since a moment ago.
  private static func makeSingle(of path: String, permissions: UInt32) throws(SystemError)
    -> [String]
  {
    do throws(SystemError) {
      try systemCall("mkdir", path) { mkdir(path, permissions) }
      return [path]
    } catch  where error.code == EEXIST {
      guard try FileStatus.of(path)?.kind == .directory else {
        throw SystemError(call: "mkdir", path: path, code: ENOTDIR)
      }
      return []
    }
  }

  /// The path of the folder that holds a name; nil for the root and for a bare name.
  package static func parent(of path: String) -> String? {
    // A mark after the slash would make one character of the two.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path != "/" else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Waits until the disk has the folder's names.
  package static func flush(_ path: String) throws(SystemError) {
    try FileDescriptor(opening: path, for: .directory).flush()
  }

  /// Waits until the disk has everything of the file system that holds a folder.
  package static func flushFileSystem(_ path: String) throws(SystemError) {
    let folder = try FileDescriptor(opening: path, for: .directory)
    try systemCall("syncfs", path) { syncfs(folder.number) }
  }

  /// Gives a file a name, in place of one that has it.
  package static func rename(_ old: String, to new: String) throws(SystemError) {
    try systemCall("rename", new) { Glibc.rename(old, new) }
  }

  /// Has two files exchange their names; where the second name is free, or the file system knows no
  /// exchange, the first is renamed.
  ///
  /// A rename over a file has ext4 begin to write the new one to the disk there and then.
  package static func exchange(_ first: String, with second: String) throws(SystemError) {
    let exchange: UInt32 = 2  // RENAME_EXCHANGE, which Swift's importer leaves out.
    if renameat2(AT_FDCWD, first, AT_FDCWD, second, exchange) != 0 {
      try rename(first, to: second)
    }
  }

  /// Puts a file of our own user's in place of one that is there, at once and without waiting for the
  /// disk.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(parent(of: path) ?? ".")/\(WriteTarget.temporaryName())"
    let file = try FileDescriptor(opening: temporary, for: .creating, permissions: 0o600)
    do throws(SystemError) {
      try file.write(bytes)
      try exchange(temporary, with: path)
    } catch {
      try? unlink(temporary)
      throw error
    }
    // What was there before has that name now, if there was anything.
    try? unlink(temporary)
  }

  /// Gives a file a second name, unless something has that.
  package static func link(_ path: String, to name: String) throws(SystemError) {
    try systemCall("link", name) { Glibc.link(path, name) }
  }

  /// Removes a folder that is empty.
  package static func remove(_ path: String) throws(SystemError) {
    try systemCall("rmdir", path) { rmdir(path) }
  }

  package static func unlink(_ path: String) throws(SystemError) {
    try systemCall("unlink", path) { Glibc.unlink(path) }
  }
}
