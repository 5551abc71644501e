import Foundation
import MinutaTestSupport
import Synchronization

@testable import Messages

/// A message service over a store in a temporary folder, with shortcuts for tests.
struct MessageServiceFixture: Sendable {
  /// The kinds of stores that the tests run with.
  enum StoreKind: CaseIterable, Sendable {
    case memory
    case folder
  }

  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  let folder: TemporaryDirectory
  let store: any MessageStore
  let service: LocalMessageService

  init(_ storeKind: StoreKind = .folder, timeout: Duration = .seconds(10)) throws {
    let folder = try TemporaryDirectory(isInMemory: true)
    self.folder = folder
    store =
      switch storeKind {
      case .memory: InMemoryOverlayStore(over: nil)
      case .folder: DirectoryMessageStore(root: folder.path + "/messages", timeout: timeout)
      }
    service = LocalMessageService(store: store) { UUID() }
  }

  func chat(_ name: String = "Team") async throws -> Chat {
    try await service.createChat(named: name, at: Self.now).chat
  }

  @discardableResult
  func send(
    _ text: String,
    to chat: String = "Team",
    from sender: String = "Ann",
    key: DraftIdempotencyKey? = nil
  ) async throws -> (chat: Chat, message: Message, isRepeated: Bool) {
    let draft = MessageDraft(chat: chat, sender: sender, text: text, key: key)
    return try await service.sendMessage(draft, at: Self.now)
  }

  func messages(
    _ limit: Int = 500,
    before: Int? = nil,
    of chat: String = "Team"
  ) async throws -> PartialResult<ConversationPage> {
    try await service.listMessages(in: chat, PageRequest(limit: limit, before: before))
  }

  func texts(_ limit: Int = 500, before: Int? = nil) async throws -> [String?] {
    try await messages(limit, before: before).value.messages.map(\.text)
  }

  /// Returns the path of a chat's file, relative to the temporary folder.
  func file(_ name: String, of chat: Chat) -> String {
    "messages/\(MessageFileLayout.directory(of: chat.id))/\(name)"
  }
}

extension Message {
  /// The message's text; nil for a deleted message.
  var text: String? {
    if case .sent(let text) = content.state { text } else { nil }
  }
}
