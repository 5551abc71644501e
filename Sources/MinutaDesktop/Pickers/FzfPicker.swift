/// The picker fzf, which runs in a terminal and prints a row with its hidden first column.
struct FzfPicker: PickerProgram {
  let name = "fzf"
  let usesTerminal = true

  /// With typing, the first line of the output is the typed text.
  ///
  /// Of rows that match it equally well, the shortest comes first, so one that is that text does.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    let options = [
      "--no-multi", "--delimiter=\t", "--with-nth=2..", "--tiebreak=length", "--height=~50%",
      "--layout=reverse", "--prompt=\(prompt): ",
    ]
    let typing = ["--print-query", "--bind=alt-enter:print-query"]
    return options + (question.allowsTyping ? typing : [])
  }

  func lines(_ texts: [String], of question: PickerQuestion) -> [String] {
    texts.enumerated().map { "\($0)\t\($1)" }
  }

  /// Returns the answer in the last line, because the user's own options may print a key before it.
  func answer(_ output: String, to question: PickerQuestion, lines: [String]) -> PickerAnswer? {
    var printed = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let query = question.allowsTyping ? printed.removeFirst() : ""
    let row = printed.last { !$0.isEmpty }?.split(separator: "\t").first
    return row.flatMap { indexAnswer(String($0), lines) } ?? .typed(text: query)
  }
}
