package import IntentKit

/// Asks a person to choose one of some rows.
package protocol Picker: Sendable {
  /// Asks a question and waits for the answer.
  ///
  /// - Returns: Nil if the person closed the question without an answer, or gave none in time.
  /// - Throws: `Failure` if the question can't be shown.
  func answer(to question: PickerQuestion) async throws(Failure) -> PickerAnswer?
}

/// A question with rows to choose from.
package struct PickerQuestion: Sendable, Equatable {
  /// The prompt, without a colon at its end, such as `Tag`.
  package let prompt: String
  /// The rows, the most likely first; their texts may be any, such as names of tags.
  package let rows: [String]
  /// Whether the person may type a text that isn't among the rows.
  package let allowsTyping: Bool

  /// Creates a question.
  package init(_ prompt: String, rows: [String], allowsTyping: Bool = false) {
    self.prompt = prompt
    self.rows = rows
    self.allowsTyping = allowsTyping
  }
}

/// A person's answer to a question.
package enum PickerAnswer: Sendable, Equatable {
  /// The chosen row, as an index into the question's rows.
  case row(Int)
  /// A text that the person typed; it isn't empty and has no blanks around it.
  case typed(String)
}
