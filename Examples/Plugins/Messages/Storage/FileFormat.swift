import Foundation
import JSONText

// These extensions convert chats, messages and the other stored items from and to JSON. Unknown
// members are ignored.

extension Chat {
  init?(id: UUID, _ json: JSONValue) {
    guard let text = json["name"]?.string, let name = try? NameNormalizer.normalized(text),
      let createdAt = json["createdAt"]?.string.flatMap(TimestampFormat.date)
    else { return nil }
    self.init(id: id, name: name, createdAt: createdAt)
  }

  var json: JSONValue {
    ["name": .string(name), "createdAt": .string(TimestampFormat.text(createdAt))]
  }
}

extension Message.Content {
  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string.flatMap({ UUID(uuidString: $0) }),
      let name = json["sender"]?.string, let sender = try? NameNormalizer.normalized(name),
      let sentAt = json["sentAt"]?.string.flatMap(TimestampFormat.date)
    else { return nil }
    if let text = json["text"]?.string {
      self.init(id: id, sender: sender, sentAt: sentAt, state: .sent(text: text))
    } else if let date = json["deletedAt"]?.string.flatMap(TimestampFormat.date) {
      self.init(id: id, sender: sender, sentAt: sentAt, state: .deleted(at: date))
    } else {
      return nil
    }
  }

  var json: JSONValue {
    var json: JSONObject = [
      "id": .string(id.uuidString), "sender": .string(sender),
      "sentAt": .string(TimestampFormat.text(sentAt)),
    ]
    switch state {
    case .sent(let text): json["text"] = .string(text)
    case .deleted(let date): json["deletedAt"] = .string(TimestampFormat.text(date))
    }
    return .object(json)
  }
}

extension [ReadMark] {
  init?(_ json: JSONValue) {
    guard let elements = json["readMarks"]?.array else { return nil }
    self = elements.compactMap { element in
      guard let reader = element["reader"]?.string, let number = element["number"]?.integer else {
        return nil
      }
      return ReadMark(reader: reader, number: number)
    }
    if count != elements.count { return nil }
  }

  var json: JSONValue {
    let elements = map { mark -> JSONValue in
      ["reader": .string(mark.reader), "number": .number(JSONNumber(mark.number))]
    }
    return ["readMarks": .array(elements)]
  }
}

extension [DraftReceipt] {
  init?(_ json: JSONValue) {
    guard let elements = json["drafts"]?.array else { return nil }
    self = elements.compactMap { element in
      guard let key = element["key"]?.string, let call = element["call"]?.string,
        let chat = element["chat"]?.string.flatMap({ UUID(uuidString: $0) }),
        let message = element["message"]?.string.flatMap({ UUID(uuidString: $0) }),
        let after = element["after"]?.integer
      else { return nil }
      let draft = DraftIdempotencyKey(key: key, fingerprint: call)
      return DraftReceipt(key: draft, chat: chat, message: message, after: after)
    }
    if count != elements.count { return nil }
  }

  var json: JSONValue {
    let elements = map { draft -> JSONValue in
      [
        "key": .string(draft.key.key), "call": .string(draft.key.fingerprint),
        "chat": .string(draft.chat.uuidString), "message": .string(draft.message.uuidString),
        "after": .number(JSONNumber(draft.after)),
      ]
    }
    return ["drafts": .array(elements)]
  }
}
