import SystemCalls

/// Reports changes to the messages by any process.
struct MessageFolderWatcher: Sendable {
  /// The absolute path of the data folder, which may not exist yet.
  let root: String

  /// Returns the changes from now on.
  ///
  /// Several at once are reported as one.
  ///
  /// The stream ends early if the system stops reporting. Watching stops when the stream is
  /// released.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    // Hard links create files without a write event of their own, so all write events are needed.
    try DirectoryWatcher(root, reportsEveryWrite: true) { path, isFolder in
      isFolder ? Self.matchesDirectory(path) : Self.matchesFile(path)
    }.stream()
  }

  /// Whether a path in the data folder is a chat's folder.
  private static func matchesDirectory(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    return names.first == "chats" && names.count < 3 && !names.contains { $0.hasPrefix(".") }
  }

  /// Whether a path in the data folder is a complete file of a chat.
  private static func matchesFile(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard names.count == 3, let folder = Directory.parent(of: path), matchesDirectory(folder) else {
      return false
    }
    return !MessageFileLayout.isTemporary(String(names[2]))
  }
}
