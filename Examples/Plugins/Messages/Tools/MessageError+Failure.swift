import Foundation
import IntentKit
import JSONText

extension MessageError {
  /// The error as the failure that the engine expects from a provider.
  var failure: Failure {
    switch self {
    case .keyReused(let key): return .keyReused(key)
    case .chatAmbiguous(_, let candidates):
      let choices = candidates.map { chat in
        InputChoice(
          value: .string(chat.id.uuidString),
          title: "\(chat.name) (\(chat.id.uuidString))"
        )
      }
      return described.requesting("chat", schema: InputChoice.schema(of: choices))
    default: return described
    }
  }

  private var described: Failure { Failure(kind, code: code, message: sentence, data: data) }

  private var kind: Failure.Kind {
    switch self {
    case .uncertain: .uncertain
    case .busy: .busy
    case .cancelled: .cancelled
    default: .failed
    }
  }

  private var code: String {
    switch self {
    case .emptyName: "emptyName"
    case .unusableName: "unusableName"
    case .emptyText: "emptyText"
    case .chatNotFound: "chatNotFound"
    case .chatAmbiguous: "chatAmbiguous"
    case .messageNotFound: "messageNotFound"
    case .messageUnusable: "messageUnusable"
    case .keyReused: "keyReused"
    case .unreadable: "messagesUnreadable"
    case .unwritable: "messagesUnwritable"
    case .uncertain: "messagesUncertain"
    case .busy: "messagesBusy"
    case .cancelled: "cancelled"
    }
  }

  private var sentence: String {
    switch self {
    case .emptyName: "The name is empty."
    case .unusableName(let name):
      "The name \(name.quoted) has line breaks or control characters."
    case .emptyText: "The message is empty."
    case .chatNotFound(let name, let candidates):
      "There is no chat \(name.quoted)\(TypoSuggester.closest(to: name, in: candidates).suggestion)."
    case .chatAmbiguous(let name, let candidates):
      "\(candidates.count) chats are called \(name.quoted). Use an id."
    case .messageNotFound(let number, let chat):
      "There is no message \(number) in the chat \(chat.quoted)."
    case .messageUnusable(let number, let file):
      "Can't read message \(number) ('\(file.path)'): \(file.reason)."
    case .keyReused(let key): "The key \(key.quoted) belongs to another message."
    case .unreadable(let path, let reason): "Can't read '\(path)': \(reason)."
    case .unwritable(let path, let reason): "Can't write '\(path)': \(reason)."
    case .uncertain(let path, let reason):
      "The message was written, but may be lost if the power fails ('\(path)': \(reason))."
    case .busy: "The messages are in use by another program. Try again."
    case .cancelled: "The call was cancelled; nothing was done."
    }
  }

  private var data: JSONObject {
    switch self {
    case .chatNotFound(let name, let candidates):
      ["chat": .string(name), "chats": .array(candidates.prefix(20).map { .string($0) })]
    case .chatAmbiguous(let name, let candidates):
      [
        "chat": .string(name),
        "candidates": .array(candidates.map { .string($0.id.uuidString) }),
      ]
    case .messageNotFound(let number, let chat):
      ["message": .number(JSONNumber(number)), "chat": .string(chat)]
    case .messageUnusable(_, let file): ["file": .string(file.path)]
    case .unreadable(let path, _), .unwritable(let path, _), .uncertain(let path, _):
      ["file": .string(path)]
    case .unusableName(let name): ["name": .string(name)]
    case .emptyName, .emptyText, .keyReused, .busy, .cancelled: [:]
    }
  }
}
