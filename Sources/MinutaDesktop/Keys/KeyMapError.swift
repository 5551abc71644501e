package import IntentKit
package import JSONText

/// Where in a key map something is wrong.
package struct KeyMapLocation: Sendable, Equatable {
  package let file: String
  /// Counted from 1.
  package let line: Int
  package let pointer: JSONPointer
}

/// What can be wrong in a key map.
package enum KeyMapError: Sendable, Equatable {
  /// The text is not JSON.
  case notJSON(JSONError.Problem)
  /// A value is not what it must be.
  case value(ValidationError.Kind)
  /// The name of a key is no slug.
  case invalidSlug(String)
  /// What should be a chord is none.
  case invalidChord(String, KeyChordError)
  /// A key before has this chord.
  case duplicateChord(KeyChord, as: String)
}
