import JSONText

enum ListChats: MessageIntent {
  static var definition: [UInt8] { PackageResources.listChats_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let reader = request.text("reader") ?? request.person
    let chats = try await request.service.listChats(for: reader)
    let unread = chats.value.reduce(0) { $0 + $1.unread }
    let count = chats.value.count == 1 ? "1 chat" : "\(chats.value.count) chats"
    return MessageResult(
      value: ["reader": .string(reader), "chats": .array(chats.value.map(\.json))],
      dialog: "\(count), \(unread) unread.",
      skippedFiles: chats.skippedFiles
    )
  }
}
