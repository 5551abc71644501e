/// The picker fuzzel, which prints the index of a row, or a typed text.
struct FuzzelPicker: PickerProgram {
  let name = "fuzzel"

  /// With the index of a row, it doesn't print a typed text, so rows then begin with a number.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["--dmenu", "--log-level=error", "--log-no-syslog", "--prompt=\(prompt): "]
      + (question.allowsTyping ? [] : ["--index"])
  }

  func line(_ text: String, at index: Int, of question: PickerQuestion) -> String {
    question.allowsTyping ? numberedLine(text, at: index, of: question) : text
  }

  func answer(_ output: String, to question: PickerQuestion, lines: [String]) -> PickerAnswer? {
    question.allowsTyping ? numberedAnswer(output, lines) : indexAnswer(output, lines)
  }
}
