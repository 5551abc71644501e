import Foundation
import JSONText

enum MarkRead: MessageIntent {
  static var definition: [UInt8] { PackageResources.markRead_json }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult {
    let reader = request.text("reader") ?? request.person
    let (chat, before, after) = try await request.service.markRead(
      request.chat,
      by: reader,
      upTo: request.values["upTo"]?.integer
    )
    let number = { (number: Int) in JSONValue.number(JSONNumber(number)) }
    let change: JSONValue = [
      "kind": "readMark", "id": .string("\(chat.id.uuidString) \(reader)"),
      "before": number(before), "after": number(after),
    ]
    return MessageResult(
      value: [
        "chat": .object(chat.resultJSON), "reader": .string(reader), "number": number(after),
      ],
      dialog: "\(reader) has read '\(chat.name)' up to message \(after).",
      changes: before == after ? [] : [change]
    )
  }
}
