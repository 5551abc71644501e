import Foundation
import IntentKit
import JSONText

/// The implementation of a Messages tool: converts arguments for the service, and its result to
/// JSON.
protocol MessageIntent: SendableMetatype {
  /// The tool's definition in JSON, compiled into the program.
  static var definition: [UInt8] { get }

  static func perform(_ request: MessageRequest) async throws(MessageError) -> MessageResult
}

enum MessageIntents {
  /// All tools in alphabetical order.
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

/// The arguments of a call, with the service and the time to use.
struct MessageRequest: Sendable {
  let values: JSONObject
  let service: any MessageService
  let now: Date
  /// The name of the sender or reader if the call gives none.
  let person: String
  let key: DraftIdempotencyKey?

  func text(_ name: String) -> String? { values[name]?.string }

  var chat: String { text("chat") ?? "" }
}

/// The result of a call, with the changes that it made.
struct MessageResult: Sendable {
  let value: JSONObject
  let dialog: String
  var skippedFiles: [SkippedFile] = []
  /// The changes that a dry run shows.
  var changes: [JSONValue] = []
  var isRepeated = false
}
