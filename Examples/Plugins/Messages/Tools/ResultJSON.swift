import Foundation
import JSONText

extension Chat {
  var resultJSON: JSONObject {
    [
      "id": .string(id.uuidString), "name": .string(name),
      "createdAt": .string(TimestampFormat.text(createdAt)), "resource": .string(resource),
    ]
  }
}

extension ChatSummary {
  var json: JSONValue {
    let news: JSONObject = [
      "unread": .number(JSONNumber(unread)), "lastMessage": last?.resultJSON ?? .null,
    ]
    return .object(chat.resultJSON.merging(news))
  }
}

extension Message {
  /// The message as JSON, with its state as a word such as "sent".
  var resultJSON: JSONValue {
    var resultJSON: JSONObject = [
      "number": .number(JSONNumber(number)), "id": .string(content.id.uuidString),
      "sender": .string(content.sender), "sentAt": .string(TimestampFormat.text(content.sentAt)),
    ]
    switch content.state {
    case .sent(let text):
      resultJSON["state"] = "sent"
      resultJSON["text"] = .string(text)
    case .deleted(let date):
      resultJSON["state"] = "deleted"
      resultJSON["deletedAt"] = .string(TimestampFormat.text(date))
    }
    return .object(resultJSON)
  }

  /// Returns the change that a dry run shows for a message.
  ///
  /// - Parameter before: the message before the change; nil for a new one.
  func change(from before: Message?) -> JSONValue {
    [
      "kind": "message", "id": .string(content.id.uuidString),
      "before": before?.resultJSON ?? .null,
      "after": resultJSON,
    ]
  }
}

extension ConversationPage {
  var resultJSON: JSONObject {
    [
      "chat": .object(chat.resultJSON), "messages": .array(messages.map(\.resultJSON)),
      "hasEarlier": .bool(hasEarlier),
      "readMarks": .array(
        readMarks.map { mark in
          ["reader": .string(mark.reader), "number": .number(JSONNumber(mark.number))]
        }
      ),
    ]
  }

  /// The number of messages with its noun, such as "2 messages".
  var count: String { messages.count == 1 ? "1 message" : "\(messages.count) messages" }
}
