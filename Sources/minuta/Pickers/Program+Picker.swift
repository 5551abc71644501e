import IntentKit
import JSONText
import MinutaDesktop

extension Program {
  /// Returns the picker that the settings choose, or one that is installed.
  ///
  /// - Throws: `Failure` if there is no way to ask.
  func picker() throws(Failure) -> any Picker {
    let displays = PickerDisplay.all(
      in: environment.variables,
      isTerminal: environment.isInteractive
    )
    let choice = try Settings(of: environment).picker
    let installed = PickerPrograms.usable(on: displays, choice: choice)
      .first { environment.program(named: $0.name) != nil }
    if let installed { return ProgramPicker(installed, environment: environment.variables) }
    throw choice.map { .unusablePicker($0) } ?? .noPicker
  }
}

extension Settings {
  /// The name of the program that shows menus; nil for one that is installed.
  fileprivate var picker: String? { json["picker"]?.string }
}
