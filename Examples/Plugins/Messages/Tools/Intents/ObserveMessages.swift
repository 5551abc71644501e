enum ObserveMessages: MessageIntent {
  static var definition: [UInt8] { PackageResources.observeMessages_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let found = try await request.service.observeMessages(in: request.chat)
    return MessageResult(
      value: found.value.resultJSON,
      dialog: "\(found.value.count) in '\(found.value.chat.name)'.",
      skippedFiles: found.skippedFiles
    )
  }
}
