package import IntentKit
package import JSONText

/// The location of an error in a key map.
package struct KeyMapLocation: Sendable, Equatable {
  package let file: String
  /// The line number, starting at 1.
  package let line: Int
  package let pointer: JSONPointer
}

/// An error in a key map.
package enum KeyMapError: Sendable, Equatable {
  /// The text is not JSON.
  case notJSON(JSONError.Problem)
  /// A value violates the schema.
  case value(ValidationError.Kind)
  /// The name of a key is not a valid slug.
  case invalidSlug(String)
  /// The text is not a valid chord.
  case invalidChord(String, KeyChordError)
  /// An earlier key has the same chord.
  case duplicateChord(KeyChord, as: String)
}
