/// The picker fuzzel, which prints the index of a row, or a typed text.
struct FuzzelPicker: PickerProgram {
  let name = "fuzzel"
  let printsIndex = true

  /// With the index of a row, it doesn't print a typed text, so rows then begin with a number.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["--dmenu", "--log-level=error", "--log-no-syslog", "--prompt=\(prompt): "]
      + (question.allowsTyping ? [] : ["--index"])
  }
}
