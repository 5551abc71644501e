import Foundation
import JSONText

enum MarkRead: MessageIntent {
  static var definition: [UInt8] { PackageResources.markRead_json }

  static func perform(_ call: MessageCall) async throws(MessageError) -> MessageAnswer {
    let reader = call.text("reader") ?? call.person
    let (chat, before, after) = try await call.service.markRead(
      call.chat,
      by: reader,
      upTo: call.values["upTo"]?.integer
    )
    let number = { (number: Int) in JSONValue.number(JSONNumber(number)) }
    let change: JSONValue = [
      "kind": "readMark", "id": .string("\(chat.id.uuidString) \(reader)"),
      "before": number(before), "after": number(after),
    ]
    return MessageAnswer(
      value: [
        "chat": .object(chat.facts), "reader": .string(reader), "number": number(after),
      ],
      dialog: "\(reader) has read '\(chat.name)' up to message \(after).",
      changes: before == after ? [] : [change]
    )
  }
}
