import JSONText

enum DeleteMessage: MessageIntent {
  static var definition: [UInt8] { PackageResources.deleteMessage_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let number = call.values["message"]?.integer ?? 0
    let (chat, before, after) = try await call.service.deleteMessage(
      number,
      in: call.chat,
      at: call.now
    )
    return MessageAnswer(
      value: ["chat": .object(chat.facts), "message": after.facts],
      dialog: before.isDeleted
        ? "Message \(number) in '\(chat.name)' was deleted before."
        : "Deleted message \(number) in '\(chat.name)'.",
      changes: before == after ? [] : [after.change(from: before)]
    )
  }
}
