/// A program that runs commands when keys are pressed.
package protocol KeyBindingHost: Sendable {
  /// The name of the program.
  var name: String { get }

  /// How to make the host use its configuration, line by line.
  var advice: [String] { get }

  /// The text that binds a chord to a command.
  ///
  /// - Parameter command: words of letters, digits and `_ . / + -` between single spaces.
  func binding(of chord: KeyChord, to command: String) -> String
}

extension KeyBindingHost {
  /// The host's configuration for a whole key map.
  ///
  /// A binding holds nothing but a path and a slug: what the user wrote stays in the key map.
  package func configuration(of map: KeyMap, program: ProgramPath) -> String {
    let header = ["Key bindings of Minuta, made by `minuta keys \(name)`."] + advice
    let bindings = map.keys.map {
      binding(of: $0.press, to: "\(program.text) key \($0.slug)") + "\n"
    }
    return header.map { "# \($0)\n" }.joined() + "\n" + bindings.joined()
  }
}
