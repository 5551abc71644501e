import Foundation
import JSONText

enum CreateChat: MessageIntent {
  static var definition: [UInt8] { PackageResources.createChat_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let (chat, isNew) = try await request.service.createChat(
      named: request.text("name") ?? "",
      at: request.now
    )
    let change: JSONValue = [
      "kind": "chat", "id": .string(chat.id.uuidString), "before": nil,
      "after": .object(chat.resultJSON),
    ]
    return MessageResult(
      value: ["chat": .object(chat.resultJSON), "unchanged": .bool(!isNew)],
      dialog: isNew ? "Created chat '\(chat.name)'." : "The chat '\(chat.name)' already exists.",
      changes: isNew ? [change] : []
    )
  }
}
