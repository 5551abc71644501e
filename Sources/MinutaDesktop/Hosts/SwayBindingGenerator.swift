/// Generates key bindings for the sway compositor.
package struct SwayBindingGenerator: KeyBindingGenerator {
  package let name = "sway"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/sway/config")
  package let reload = KeyBindingReload.command(["swaymsg", "reload"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: "+", \.xName)
    // By its code, a key works in a layout without Latin letters too.
    return ["bindsym --no-repeat --to-code \(keys) exec \(command.joined(separator: " "))"]
  }

  package func independentLines(_ lines: [String]) -> [String] {
    I3BindingGenerator.independentLines(lines)
  }

  package func includedPath(in line: String) -> String? {
    I3BindingGenerator.includedPath(in: line)
  }

  package func boundChords(in line: String) -> [String] {
    I3BindingGenerator.boundChords(in: line)
  }
}
