import Foundation
import IntentKit
import IntentRPC

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
        userName: NSUserName()
      )
      exit(try await serve(options))
    } catch let error as MessagesOptions.CommandLineError where error.sentence.isEmpty {
      try? FileHandle.standardOutput.write(contentsOf: Data(MessagesOptions.usage.utf8))
      exit(0)
    } catch let error as MessagesOptions.CommandLineError {
      printError("\(error.sentence)\n\(MessagesOptions.usage)")
      exit(2)
    } catch {
      printError("\(error)\n")
      exit(1)
    }
  }

  private static func printError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("Messages: \(text)".utf8))
  }

  private static func serve(_ options: MessagesOptions) async throws -> Int32 {
    let store = DirectoryMessageStore(root: options.folder)
    let service = LocalMessageService(store: store) { UUID() }
    let provider = try MessageProvider(service: service, person: options.person)
    let engine = IntentEngine(providers: [provider]) { .now }
    return await RPCServer.serve(
      engine,
      as: ServerInfo(name: "messages", version: "1.0", instructions: instructions),
      changes: ChangeEventSource(now: { .now }, timeZone: .gmt) { [try store.changes()] }
    )
  }
}
