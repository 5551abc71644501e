import Foundation
import JSONText

extension Chat {
  /// The chat as answers have it.
  var facts: JSONObject {
    [
      "id": .string(id.uuidString), "name": .string(name),
      "createdAt": .string(Moment.text(createdAt)), "resource": .string(resource),
    ]
  }
}

extension ChatSummary {
  var json: JSONValue {
    let news: JSONObject = [
      "unread": .number(JSONNumber(unread)), "lastMessage": last?.facts ?? .null,
    ]
    return .object(chat.facts.merging(news))
  }
}

extension Message {
  /// The message as answers have it, with its state as one word.
  var facts: JSONValue {
    var facts: JSONObject = [
      "number": .number(JSONNumber(number)), "id": .string(content.id.uuidString),
      "sender": .string(content.sender), "sentAt": .string(Moment.text(content.sentAt)),
    ]
    switch content.state {
    case .sent(let text):
      facts["state"] = "sent"
      facts["text"] = .string(text)
    case .deleted(let date):
      facts["state"] = "deleted"
      facts["deletedAt"] = .string(Moment.text(date))
    }
    return .object(facts)
  }

  /// What a plan says of a message that comes or changes.
  func change(from before: Message?) -> JSONValue {
    [
      "kind": "message", "id": .string(content.id.uuidString), "before": before?.facts ?? .null,
      "after": facts,
    ]
  }
}

extension Conversation {
  var facts: JSONObject {
    [
      "chat": .object(chat.facts), "messages": .array(messages.map(\.facts)),
      "hasEarlier": .bool(hasEarlier),
      "readMarks": .array(
        readMarks.map { mark in
          ["reader": .string(mark.reader), "number": .number(JSONNumber(mark.number))]
        }
      ),
    ]
  }

  /// How many messages there are, in words.
  var count: String { messages.count == 1 ? "1 message" : "\(messages.count) messages" }
}
