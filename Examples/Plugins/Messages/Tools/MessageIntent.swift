import Foundation
import IntentKit
import JSONText

/// What can be asked for: turns a call's values into what the service takes, and what it gives into
/// an answer.
protocol MessageIntent: SendableMetatype {
  /// Its definition, compiled in.
  static var definition: [UInt8] { get }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult
}

enum MessageIntents {
  /// In alphabetical order.
  static let all: [any MessageIntent.Type] = [
    CreateChat.self,
    DeleteMessage.self,
    ListChats.self,
    ListMessages.self,
    MarkRead.self,
    ObserveMessages.self,
    SendMessage.self,
  ]
}

/// A call on its way to the service.
struct MessageRequest: Sendable {
  let values: JSONObject
  let service: any MessageService
  let now: Date
  /// Who asks, where the call does not say.
  let person: String
  let key: DraftIdempotencyKey?

  func text(_ name: String) -> String? { values[name]?.string }

  var chat: String { text("chat") ?? "" }
}

/// What an intent answers, and what it changes.
struct MessageResult: Sendable {
  let value: JSONObject
  let dialog: String
  var skippedFiles: [SkippedFile] = []
  /// What is other than before, as a plan has it.
  var changes: [JSONValue] = []
  var isRepeated = false
}
