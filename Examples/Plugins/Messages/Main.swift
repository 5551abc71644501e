import Foundation
import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// The Messages program: serves chats and messages to one client.
@main
struct Main {
  private static let instructions = """
    Chats and messages on this machine. Create a chat with createChat, write with sendMessage, read \
    with listMessages; subscribe to messages://chats/NAME to get messages by others.
    """

  static func main() async {
    do {
      let options = try MessagesOptions(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment,
        currentDirectory: FileManager.default.currentDirectoryPath,
        userName: User.name(of: User.current)
      )
      exit(try await serve(options))
    } catch let error as MessagesOptions.CommandLineError where error.sentence.isEmpty {
      try? writeAll(1, path: nil, Array(MessagesOptions.usage.utf8))
      exit(0)
    } catch let error as MessagesOptions.CommandLineError {
      try? writeAll(
        2,
        path: nil,
        Array("Messages: \(error.sentence)\n\(MessagesOptions.usage)".utf8)
      )
      exit(2)
    } catch {
      try? writeAll(2, path: nil, Array("Messages: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func serve(_ options: MessagesOptions) async throws -> Int32 {
    let service = LocalMessageService(store: DirectoryMessageStore(root: options.folder)) { UUID() }
    let provider = try MessageProvider(service: service, person: options.person)
    let engine = IntentEngine(providers: [provider]) { .now }
    let watch = MessageFolderWatcher(root: options.folder)
    return await RPCServer.serve(
      engine,
      as: ServerInfo(name: "messages", version: "1.0", instructions: instructions),
      changes: ChangeEventSource(now: { .now }, timeZone: .gmt) { [try watch.serverChanges()] }
    )
  }
}

extension MessageFolderWatcher {
  /// Returns a stream of changes, or throws an error that explains why the system can't watch the
  /// folder.
  fileprivate func serverChanges() throws(Failure) -> AsyncStream<Void> {
    do throws(SystemError) {
      return try changes()
    } catch {
      let reason =
        error.isWatchLimitReached
        ? "the system allows no more watches (see fs.inotify in sysctl)" : error.reason
      throw Failure(
        code: "liveChangesUnavailable",
        message: "Can't watch '\(root)' for changes: \(reason).",
        data: ["file": .string(root)]
      )
    }
  }
}
