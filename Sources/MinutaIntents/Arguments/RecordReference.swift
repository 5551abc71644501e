import Foundation
import IntentKit
import JSONText
import MinutaCore

/// A record that a call names by its id, the first characters of it, `last` or `running`.
struct RecordReference: ResolvedArgument {
  static let format = "record"

  let id: UUID

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    id = try resolver.tracker?.record(text).id ?? Self.placeholder
  }

  /// The id that stands for a record while arguments are checked without a store.
  private static let placeholder = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  var json: JSONValue { ["id": .string(id.uuidString)] }
}
