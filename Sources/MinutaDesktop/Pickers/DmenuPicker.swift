/// The picker dmenu, which prints the text of a row.
struct DmenuPicker: PickerProgram {
  let name = "dmenu"

  /// The maximum number of rows that are visible at once.
  static let rows = 15

  func arguments(for question: PickerQuestion, prompt: String) -> [String] {
    ["-i", "-l", "\(Self.rows)", "-p", "\(prompt):"]
  }
}
