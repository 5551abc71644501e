/// The picker wofi, which prints the index of a row, or a typed text.
struct WofiPicker: PickerProgram {
  let name = "wofi"
  let printsIndex = true

  /// The user's configuration may allow markup and images in rows, but names must stay text.
  ///
  /// Without an empty cache, rows that were chosen before would come first.
  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    let options =
      ["allow_markup=false", "allow_images=false", "dmenu-parse_action=false"]
      + (question.allowsTyping ? [] : ["dmenu-print_line_num=true"])
    return ["--dmenu", "--insensitive", "--cache-file=/dev/null", "--prompt=\(prompt)"]
      + options.map { "--define=\($0)" }
  }
}
