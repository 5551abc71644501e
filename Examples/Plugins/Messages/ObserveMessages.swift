enum ObserveMessages: MessageIntent {
  static var definition: [UInt8] { PackageResources.observeMessages_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let found = try await call.service.observeMessages(in: call.chat)
    return MessageAnswer(
      value: found.value.facts,
      dialog: "\(found.value.count) in '\(found.value.chat.name)'.",
      setAside: found.setAside
    )
  }
}
