/// The picker rofi, which prints the index of a row.
struct RofiPicker: PickerProgram {
  let name = "rofi"

  /// The format `i s` prints the index, or -1 and the typed text.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["-dmenu", "-i", "-format", "i s", "-p", prompt] + (question.allowsTyping ? [] : ["-no-custom"])
  }

  func line(_ text: String, at index: Int, of question: PickerQuestion) -> String { text }

  func answer(_ output: String, to question: PickerQuestion, lines: [String]) -> PickerAnswer? {
    // Split by bytes: a blank and a combining mark at the beginning of the text are one character.
    let words = output.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
      .map { String(decoding: $0, as: UTF8.self) }
    if words.first == "-1" { return words.count == 2 ? .typed(text: words[1]) : nil }
    return words.first.flatMap { indexAnswer($0, lines) }
  }
}
