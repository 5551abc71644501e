import JSONText

enum ListMessages: MessageIntent {
  static var definition: [UInt8] { PackageResources.listMessages_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let window = Window(
      limit: call.values["limit"]?.integer ?? 50,
      before: call.values["before"]?.integer
    )
    let found = try await call.service.listMessages(in: call.chat, window)
    return MessageAnswer(
      value: found.value.facts,
      dialog: "\(found.value.count) in '\(found.value.chat.name)'.",
      setAside: found.setAside
    )
  }
}
