package import IntentKit
package import JSONText

/// Where in a key map something is wrong.
package struct KeyMapPlace: Sendable, Equatable {
  package let file: String
  /// Counted from 1.
  package let line: Int
  package let pointer: JSONPointer
}

/// What can be wrong in a key map.
package enum KeyMapProblem: Sendable, Equatable {
  /// The text is not JSON.
  case notJSON(JSONError.Problem)
  /// A value is not what it must be.
  case value(ValueProblem.Kind)
  /// The name of a key is no slug.
  case notSlug(String)
  /// What should be a chord is none.
  case notChord(String, KeyChordProblem)
  /// A key before has this chord.
  case sameChord(KeyChord, as: String)
}
