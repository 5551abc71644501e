import IntentKit
import IntentRPC

extension DirectoryMessageStore {
  /// Returns a stream that yields after each change to the stored messages by any process, from now
  /// on.
  ///
  /// Several changes at once yield only once. The stream ends early if the system stops reporting.
  /// Watching stops when the stream is released.
  func changes() throws(Failure) -> AsyncStream<Void> {
    try ChangeEventSource.changes(in: root) { path, isFolder in
      let names = path.split(separator: "/").map(String.init)
      return isFolder ? Self.matchesChat(names) : Self.matchesFile(names)
    }
  }

  /// Returns whether a path in the data folder is a chat's folder, or the folder of all chats.
  private static func matchesChat(_ names: [String]) -> Bool {
    names.first == MessageFileLayout.chats && names.count < 3
      && !names.contains { $0.hasPrefix(".") }
  }

  /// Returns whether a path in the data folder is a complete file of a chat.
  private static func matchesFile(_ names: [String]) -> Bool {
    names.count == 3 && matchesChat(names.dropLast()) && !MessageFileLayout.isTemporary(names[2])
  }
}
