import Foundation
import IntentKit
import JSONText
import MinutaCore

/// The id of a record that may not exist yet.
struct RecordIDArgument: ResolvedArgument {
  static let format = "uuid"

  let id: UUID

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    guard let id = UUID.of(text) else {
      throw Failure.invalidFormat(text, at: pointer, expected: "a UUID")
    }
    self.id = id
  }

  var json: JSONValue { .string(id.uuidString) }
}
