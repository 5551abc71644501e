/// Generates key bindings for the niri compositor.
package struct NiriBindingGenerator: KeyBindingGenerator {
  package let name = "niri"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/niri/config.kdl",
    comment: .slashes,
    insertedAt: .below("binds {")
  )
  package let reload = KeyBindingReload.automatic

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: "+", \.commonName)
    let words = command.map { "\"\($0)\"" }.joined(separator: " ")
    return ["\(keys) repeat=false { spawn \(words); }"]
  }

  package func boundChords(in line: String) -> [String] {
    guard line.contains("{") else { return [] }
    return line.split(separator: " ").prefix(1).map { $0.filter { $0 != "\"" } }
  }
}
