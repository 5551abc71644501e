package import IntentKit
package import JSONText

/// The location of an error in a key map.
package struct KeyMapLocation: Sendable, Equatable {
  package let file: String
  /// The line number, starting at 1.
  package let line: Int
  package let pointer: JSONPointer
}

/// A kind of error in the content of a key map.
package enum KeyMapError: Sendable, Equatable {
  /// The file is not valid JSON.
  case notJSON(JSONError.Problem)
  /// A value in the file violates the schema of key maps.
  case value(ValidationError.Kind)
  /// The name of a key binding is not a valid slug.
  case invalidSlug(String)
  /// The text of a chord can't be parsed.
  case invalidChord(String, KeyChordError)
  /// A key binding has neither a call nor a choice.
  case missingCall
  /// The choice is an argument, so the key binding needs a call.
  case missingCallOfPick(KeyPick)
  /// The choice is a whole call, so the key binding can't have another.
  case needlessCall(KeyPick)
  /// Two key bindings, of which the slugs are given, have the same chord.
  case duplicateChord(KeyChord, String, String)
}
