import Foundation
import IntentKit
import JSONText

/// The implementation of a tool: converts arguments for the service, and its result to JSON.
protocol MessageIntent: SendableMetatype {
  /// The definition, compiled in.
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

/// A call with its context.
struct MessageRequest: Sendable {
  let values: JSONObject
  let service: any MessageService
  let now: Date
  /// The default sender and reader.
  let person: String
  let key: DraftIdempotencyKey?

  func text(_ name: String) -> String? { values[name]?.string }

  var chat: String { text("chat") ?? "" }
}

/// The result of an intent, with its changes.
struct MessageResult: Sendable {
  let value: JSONObject
  let dialog: String
  var skippedFiles: [SkippedFile] = []
  /// The changes that a dry run shows.
  var changes: [JSONValue] = []
  var isRepeated = false
}
