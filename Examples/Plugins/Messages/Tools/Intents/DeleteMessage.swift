import JSONText

enum DeleteMessage: MessageIntent {
  static var definition: [UInt8] { PackageResources.deleteMessage_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let number = request.values["message"]?.integer ?? 0
    let (chat, before, after) = try await request.service.deleteMessage(
      number,
      in: request.chat,
      at: request.now
    )
    return MessageResult(
      value: ["chat": .object(chat.resultJSON), "message": after.resultJSON],
      dialog: before.isDeleted
        ? "Message \(number) in '\(chat.name)' was deleted before."
        : "Deleted message \(number) in '\(chat.name)'.",
      changes: before == after ? [] : [after.change(from: before)]
    )
  }
}
