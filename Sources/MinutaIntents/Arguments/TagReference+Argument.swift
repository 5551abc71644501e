import Foundation
import IntentKit
import JSONText
import MinutaCore

extension TagReference: ResolvedArgument {
  static let format = "tag"

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    guard let name = TagName.normalized(text) else {
      throw Failure.invalidFormat(text, at: pointer, expected: "a tag name")
    }
    self = try resolver.tracker?.reference(toTag: text) ?? .name(name)
  }

  var json: JSONValue {
    switch self {
    case .id(let id): ["id": .string(id.uuidString)]
    case .name(let name): ["name": .string(name)]
    }
  }
}
