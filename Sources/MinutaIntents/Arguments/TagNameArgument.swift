import IntentKit
import JSONText
import MinutaCore

/// A new name for a tag; never the id of one.
struct TagNameArgument: ResolvedArgument {
  static let format = "tagName"

  let name: String

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    guard let name = TagName.normalized(text) else {
      throw Failure.invalidFormat(text, at: pointer, expected: "a tag name")
    }
    self.name = name
  }

  var json: JSONValue { .string(name) }
}
