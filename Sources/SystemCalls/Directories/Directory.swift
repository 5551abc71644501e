import CSystem
import Glibc

/// File system operations on directories and on the names in them.
package enum Directory {
  /// Returns the names in a directory, sorted, without `.` and `..`.
  ///
  /// - Returns: Nil if the directory doesn't exist.
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

  /// Creates a directory and its missing parents.
  ///
  /// - Returns: The directories that were created, topmost first.
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

  /// Creates one directory, but not its parents.
  ///
  /// - Returns: An array with the path; empty if the directory already exists.
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

  /// The path of the parent directory; nil for the root and for a name without a slash.
  package static func parent(of path: String) -> String? {
    // Search UTF-8 bytes: Swift joins a slash and a combining mark after it into one `Character`,
    // which isn't equal to `/`.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path != "/" else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns an absolute path and those of the directories that contain it, nearest first, without
  /// symbolic links and `..`.
  ///
  /// A link is resolved even if its target doesn't exist, because writing to it would create that.
  package static func ancestors(of path: String) -> [String] {
    var names: [String.UTF8View.SubSequence] = Array(components(path).reversed())
    var (resolved, links) = ("", 0)
    while let name = names.popLast().map({ String(Substring($0)) }) {
      if name == "." { continue }
      if name == ".." {
        resolved = parent(of: resolved).flatMap { $0 == "/" ? nil : $0 } ?? ""
      } else if links < 40, let target = linkTarget("\(resolved)/\(name)") {
        links += 1
        if target.hasPrefix("/") { resolved = "" }
        names += components(target).reversed()
      } else {
        resolved += "/\(name)"
      }
    }
    return Array(sequence(first: resolved.isEmpty ? "/" : resolved, next: parent))
  }

  private static func components(_ path: String) -> [String.UTF8View.SubSequence] {
    path.utf8.split(separator: UInt8(ascii: "/"))
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    if count < 0 { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Flushes the directory's entries to disk.
  package static func flush(_ path: String) throws(SystemError) {
    try FileDescriptor(opening: path, for: .directory).flush()
  }

  /// Flushes the file system that contains the directory to disk.
  package static func flushFileSystem(_ path: String) throws(SystemError) {
    let folder = try FileDescriptor(opening: path, for: .directory)
    try systemCall("syncfs", path) { syncfs(folder.number) }
  }

  /// Renames a file, replacing any file with the new name.
  package static func rename(_ old: String, to new: String) throws(SystemError) {
    try systemCall("rename", new) { Glibc.rename(old, new) }
  }

  /// Swaps the names of two files.
  ///
  /// If `second` doesn't exist, or the file system can't swap names, renames `first` instead.
  /// Swapping avoids a delay: when a rename replaces a file, ext4 writes the new file to disk
  /// immediately.
  package static func exchange(_ first: String, with second: String) throws(SystemError) {
    if renameat2(AT_FDCWD, first, AT_FDCWD, second, RenameMode.exchange.flags) != 0 {
      try rename(first, to: second)
    }
  }

  /// Replaces a file atomically, without waiting until it is on disk.
  ///
  /// Only the current user can read or write the new file.
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
    // If the names were swapped, the temporary name now refers to the old file; remove it.
    try? unlink(temporary)
  }

  /// Creates a hard link; fails if `name` already exists.
  package static func link(_ path: String, to name: String) throws(SystemError) {
    try systemCall("link", name) { Glibc.link(path, name) }
  }

  /// Creates a symbolic link; fails if `path` already exists.
  package static func symbolicLink(_ path: String, to target: String) throws(SystemError) {
    try systemCall("symlink", path) { symlink(target, path) }
  }

  /// Removes an empty directory.
  package static func remove(_ path: String) throws(SystemError) {
    try systemCall("rmdir", path) { rmdir(path) }
  }

  package static func unlink(_ path: String) throws(SystemError) {
    try systemCall("unlink", path) { Glibc.unlink(path) }
  }
}
