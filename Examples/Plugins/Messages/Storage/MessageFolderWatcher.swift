import SystemCalls

/// Tells when somebody, also another process, changes the folder of the messages.
struct MessageFolderWatcher: Sendable {
  /// Absolute; the folder need not be there.
  let root: String

  /// The changes from here on; several at once are told as one.
  ///
  /// The stream ends early where the system stops telling. Nothing is watched and no thread waits
  /// once nobody listens.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    // A link gives a name to what was written before: it is told of where all writing is.
    try DirectoryWatcher(root, reportsEveryWrite: true) { path, isFolder in
      isFolder ? Self.matchesDirectory(path) : Self.matchesFile(path)
    }.stream()
  }

  /// The chats; paths are within the folder.
  private static func matchesDirectory(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    return names.first == "chats" && names.count < 3 && !names.contains { $0.hasPrefix(".") }
  }

  /// What is in the folder of a chat and is finished.
  private static func matchesFile(_ path: String) -> Bool {
    let names = path.split(separator: "/")
    guard names.count == 3, let folder = Directory.parent(of: path), matchesDirectory(folder) else {
      return false
    }
    return !MessageFileLayout.isTemporary(String(names[2]))
  }
}
