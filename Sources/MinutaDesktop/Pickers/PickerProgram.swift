import MinutaCore

/// A program that shows rows from its standard input and prints the chosen one.
///
/// By default, each row begins with its number, by which the answer is recognized, unless the program
/// prints its index.
package protocol PickerProgram: Sendable {
  /// The name of the executable, which is also its name in the settings.
  var name: String { get }

  /// Whether the program shows the rows in the terminal of this process.
  var usesTerminal: Bool { get }

  /// Whether the program prints the index of the chosen row, if no text can be typed.
  var printsIndex: Bool { get }

  /// Returns the arguments for a question.
  ///
  /// - Parameter prompt: the question's prompt as a text for a single row.
  func arguments(for question: PickerQuestion, prompt: String) -> [String]

  /// Returns the line of a row.
  ///
  /// - Parameters:
  ///   - text: the row's text, without line breaks and other control characters.
  ///   - index: the row's index.
  func line(_ text: String, at index: Int, of question: PickerQuestion) -> String

  /// Returns the answer that the program printed; nil if it printed none.
  ///
  /// - Parameters:
  ///   - output: the output, without the line break at its end.
  ///   - lines: the lines of the rows.
  func answer(_ output: String, to question: PickerQuestion, lines: [String]) -> PickerAnswer?
}

extension PickerProgram {
  package var usesTerminal: Bool { false }
  package var printsIndex: Bool { false }

  /// All numbers have the same width.
  package func line(_ text: String, at index: Int, of question: PickerQuestion) -> String {
    if printsIndex, !question.allowsTyping { return text }
    let width = "\(question.rows.count)".count
    let number = "\(index + 1)"
    return String(repeating: " ", count: width - number.count) + "\(number)  \(text)"
  }

  package func answer(
    _ output: String,
    to question: PickerQuestion,
    lines: [String]
  ) -> PickerAnswer? {
    printsIndex && !question.allowsTyping
      ? indexAnswer(output, lines) : numberedAnswer(output, lines)
  }

  /// Returns the answer in a program's output if each row begins with its number.
  ///
  /// Some programs trim the blanks at the end of a row.
  private func numberedAnswer(_ output: String, _ lines: [String]) -> PickerAnswer? {
    let text = String(output.trimmed)
    let number = text.prefix { $0.isASCII && $0.isNumber }
    let index = Int(number).map { $0 - 1 }
    if let index, lines.indices.contains(index) {
      if lines[index].trimmed == text { return .row(index) }
      // The person changed the text of a row, which dmenu allows.
      let rest = text.dropFirst(number.count)
      if rest.hasPrefix("  ") { return .typed(text: String(rest)) }
    }
    return .typed(text: text)
  }

  /// Returns the answer in a program's output if it is the index of a row.
  func indexAnswer(_ output: String, _ lines: [String]) -> PickerAnswer? {
    guard let index = Int(output.trimmed), lines.indices.contains(index) else {
      return nil
    }
    return .row(index)
  }
}

extension PickerAnswer {
  /// Returns a typed answer; nil if the text is blank.
  static func typed(text: String) -> PickerAnswer? {
    let text = String(text.trimmed)
    return text.isEmpty ? nil : .typed(text)
  }
}
