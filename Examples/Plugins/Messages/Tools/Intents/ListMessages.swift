import JSONText

enum ListMessages: MessageIntent {
  static var definition: [UInt8] { PackageResources.listMessages_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let page = PageRequest(
      limit: request.values["limit"]?.integer ?? 50,
      before: request.values["before"]?.integer
    )
    let found = try await request.service.listMessages(in: request.chat, page)
    return MessageResult(
      value: found.value.resultJSON,
      dialog: "\(found.value.count) in '\(found.value.chat.name)'.",
      skippedFiles: found.skippedFiles
    )
  }
}
