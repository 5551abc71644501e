import JSONText

enum SendMessage: MessageIntent {
  static var definition: [UInt8] { PackageResources.sendMessage_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let draft = Draft(
      chat: call.chat,
      sender: call.text("sender") ?? call.person,
      text: call.text("text") ?? "",
      key: call.key
    )
    let (chat, message, isRepeated) = try await call.service.sendMessage(draft, at: call.now)
    return MessageAnswer(
      value: ["chat": .object(chat.facts), "message": message.facts],
      dialog: "Sent message \(message.number) to '\(chat.name)'.",
      changes: isRepeated ? [] : [message.change(from: nil)],
      isRepeated: isRepeated
    )
  }
}
