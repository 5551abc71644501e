/// The picker bemenu, which prints the text of a row.
struct BemenuPicker: PickerProgram {
  let name = "bemenu"

  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["--ignorecase", "--list=\(DmenuPicker.rows)", "--prompt=\(prompt):"]
  }
}
