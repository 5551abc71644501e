import SystemCalls

/// Reports changes to the stored messages by any process.
struct MessageFolderWatcher: Sendable {
  /// The absolute path of the data folder, which may not exist yet.
  let root: String

  /// Returns a stream that yields after each change from now on.
  ///
  /// Several changes at once yield only once.
  ///
  /// The stream ends early if the system stops reporting. Watching stops when the stream is
  /// released.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    // A message file appears as a hard link, which is created without a write, so creations must be
    // reported, too.
    try DirectoryWatcher(root, reportsEveryWrite: true) { path, isFolder in
      isFolder ? Self.matchesDirectory(path) : Self.matchesFile(path)
    }.stream()
  }

  /// Returns whether a path in the data folder is a chat's folder.
  private static func matchesDirectory(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    return names.first == "chats" && names.count < 3 && !names.contains { $0.hasPrefix(".") }
  }

  /// Returns whether a path in the data folder is a complete file of a chat.
  private static func matchesFile(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard names.count == 3, let folder = Directory.parent(of: path), matchesDirectory(folder) else {
      return false
    }
    return !MessageFileLayout.isTemporary(String(names[2]))
  }
}
