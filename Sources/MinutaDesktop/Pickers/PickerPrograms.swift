package import JSONText

/// All programs that Minuta can use as pickers.
package enum PickerPrograms {
  /// The programs in alphabetical order.
  package static let all: [any PickerProgram] = [
    BemenuPicker(),
    DmenuPicker(),
    FuzzelPicker(),
    FzfPicker(),
    RofiPicker(),
    WofiPicker(),
  ]

  /// The programs in the order in which they are looked for, with a display that each can use.
  ///
  /// A terminal comes first, because a person is typing there. Most builds of rofi need X, but there
  /// are some for Wayland.
  private static let order: [(program: any PickerProgram, display: PickerDisplay)] = [
    (FzfPicker(), .terminal),
    (FuzzelPicker(), .wayland), (WofiPicker(), .wayland), (BemenuPicker(), .wayland),
    (RofiPicker(), .x11), (DmenuPicker(), .x11), (BemenuPicker(), .x11),
    (RofiPicker(), .wayland),
  ]

  /// The JSON Schema of the setting that chooses a picker.
  package static let schema: JSONValue = [
    "description": "The program that shows menus; without it, one that is installed.",
    "enum": .array(all.map { .string($0.name) }),
  ]

  /// Returns the programs that can run on some displays, the best first.
  ///
  /// - Parameter choice: the name of the only program to use; nil for any.
  package static func usable(
    on displays: Set<PickerDisplay>,
    choice: String? = nil
  ) -> [any PickerProgram] {
    order.filter { displays.contains($0.display) && choice ?? $0.program.name == $0.program.name }
      .map(\.program)
  }
}
