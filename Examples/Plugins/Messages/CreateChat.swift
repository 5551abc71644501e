import Foundation
import JSONText

enum CreateChat: MessageIntent {
  static var definition: [UInt8] { PackageResources.createChat_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let (chat, isNew) = try await call.service.createChat(
      named: call.text("name") ?? "",
      at: call.now
    )
    let change: JSONValue = [
      "kind": "chat", "id": .string(chat.id.uuidString), "before": nil,
      "after": .object(chat.facts),
    ]
    return MessageAnswer(
      value: ["chat": .object(chat.facts), "alreadyThere": .bool(!isNew)],
      dialog: isNew ? "Made the chat '\(chat.name)'." : "The chat '\(chat.name)' is there already.",
      changes: isNew ? [change] : []
    )
  }
}
