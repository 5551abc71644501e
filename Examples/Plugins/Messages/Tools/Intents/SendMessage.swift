import JSONText

enum SendMessage: MessageIntent {
  static var definition: [UInt8] { PackageResources.sendMessage_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let draft = MessageDraft(
      chat: request.chat,
      sender: request.text("sender") ?? request.person,
      text: request.text("text") ?? "",
      key: request.key
    )
    let (chat, message, isRepeated) = try await request.service.sendMessage(draft, at: request.now)
    return MessageResult(
      value: ["chat": .object(chat.resultJSON), "message": message.resultJSON],
      dialog: "Sent message \(message.number) to '\(chat.name)'.",
      changes: isRepeated ? [] : [message.change(from: nil)],
      isRepeated: isRepeated
    )
  }
}
