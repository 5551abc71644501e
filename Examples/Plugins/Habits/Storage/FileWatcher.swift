import SystemCalls

/// Tells when a file is changed, whoever changes it.
struct FileWatcher: Sendable {
  /// Absolute, without links.
  let path: String

  /// The changes from here on; several at once are told as one.
  ///
  /// Nothing is watched once nobody listens.
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
