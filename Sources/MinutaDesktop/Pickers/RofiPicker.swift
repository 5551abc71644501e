/// The picker rofi, which prints the index of a row.
struct RofiPicker: PickerProgram {
  let name = "rofi"

  /// The format `i s` prints the index, or -1 and the typed text.
  ///
  /// Sorted by the edit distance to a typed text, a row that is exactly that text comes first.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["-dmenu", "-i", "-sort", "-sorting-method", "normal", "-format", "i s", "-p", prompt]
      + (question.allowsTyping ? [] : ["-no-custom"])
  }

  func lines(_ texts: [String], of question: PickerQuestion) -> [String] { texts }

  func answer(_ output: String, to question: PickerQuestion, lines: [String]) -> PickerAnswer? {
    // Split by bytes: a blank and a combining mark at the beginning of the text are one character.
    let words = output.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
      .map { String(decoding: $0, as: UTF8.self) }
    if words.first == "-1" { return words.count == 2 ? .typed(text: words[1]) : nil }
    return words.first.flatMap { indexAnswer($0, lines) }
  }
}
