import SystemCalls

/// Reports changes to a file by any process.
struct FileWatcher: Sendable {
  /// The absolute path without symbolic links.
  let path: String

  /// Returns a stream that yields after each change from now on.
  ///
  /// Several changes at once yield only once.
  ///
  /// Watching stops when the stream is released.
  func changes() throws(HabitsError) -> AsyncStream<Void> {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) }
    do throws(SystemError) {
      return try DirectoryWatcher(Directory.parent(of: path) ?? "/") { found, isFolder in
        !isFolder && found == name
      }.stream()
    } catch {
      throw .fileNotWatchable(path: path, reason: error.reason)
    }
  }
}
