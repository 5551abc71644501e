import MinutaCore

/// A program that shows rows from its standard input and prints the chosen one.
///
/// By default, the answer is recognized by its text, unless the program prints the index of a row.
/// If two rows have the same text, each row begins with its number.
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

  /// Returns the lines of the rows.
  ///
  /// - Parameter texts: the rows' texts, without line breaks and other control characters.
  func lines(_ texts: [String], of question: PickerQuestion) -> [String]

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

  /// Without numbers, programs list the row first whose text is exactly the typed one.
  package func lines(_ texts: [String], of question: PickerQuestion) -> [String] {
    if printsIndex, !question.allowsTyping { return texts }
    let distinct = Set(texts.map { $0.trimmed })
    return distinct.count == texts.count && !distinct.contains("") ? texts : numbered(texts)
  }

  /// All numbers have the same width.
  private func numbered(_ texts: [String]) -> [String] {
    let width = "\(texts.count)".count
    return texts.enumerated().map { index, text in
      let number = "\(index + 1)"
      return String(repeating: " ", count: width - number.count) + "\(number)  \(text)"
    }
  }

  package func answer(
    _ output: String,
    to question: PickerQuestion,
    lines: [String]
  ) -> PickerAnswer? {
    printsIndex && !question.allowsTyping
      ? indexAnswer(output, lines) : textAnswer(output, lines)
  }

  /// Returns the answer in a program's output if it is the text of a row or a typed one.
  ///
  /// Some programs trim the blanks at the end of a row.
  private func textAnswer(_ output: String, _ lines: [String]) -> PickerAnswer? {
    let text = String(output.trimmed)
    if let index = lines.firstIndex(where: { !text.isEmpty && $0.trimmed == text }) {
      return .row(index)
    }
    // The person changed the text of a numbered row, which dmenu allows.
    let number = text.prefix { $0.isASCII && $0.isNumber } + "  "
    if let index = Int(number.dropLast(2)).map({ $0 - 1 }), lines.indices.contains(index),
      text.hasPrefix(number), lines[index].trimmed.hasPrefix(number)
    {
      return .typed(text: String(text.dropFirst(number.count)))
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
