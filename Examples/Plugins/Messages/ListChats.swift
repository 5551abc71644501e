import JSONText

enum ListChats: MessageIntent {
  static var definition: [UInt8] { PackageResources.listChats_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let reader = call.text("reader") ?? call.person
    let chats = try await call.service.listChats(for: reader)
    let unread = chats.value.reduce(0) { $0 + $1.unread }
    let count = chats.value.count == 1 ? "1 chat" : "\(chats.value.count) chats"
    return MessageAnswer(
      value: ["reader": .string(reader), "chats": .array(chats.value.map(\.json))],
      dialog: "\(count), \(unread) unread.",
      setAside: chats.setAside
    )
  }
}
