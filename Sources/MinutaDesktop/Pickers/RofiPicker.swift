/// The picker rofi, which prints the index of a row.
struct RofiPicker: PickerProgram {
  let name = "rofi"

  /// The format `i s` prints the index, or -1 and the typed text.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["-dmenu", "-i", "-format", "i s", "-p", prompt] + (question.allowsTyping ? [] : ["-no-custom"])
  }

  func line(_ text: String, at index: Int, of question: PickerQuestion) -> String { text }

  func answer(_ output: String, to question: PickerQuestion, lines: [String]) -> PickerAnswer? {
    let words = output.split(separator: " ", maxSplits: 1).map(String.init)
    if words.first == "-1" { return words.count == 2 ? .typed(text: words[1]) : nil }
    return words.first.flatMap { indexAnswer($0, lines) }
  }
}
