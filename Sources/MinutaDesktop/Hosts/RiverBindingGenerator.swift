/// Generates key bindings for the river compositor, whose configuration is a shell script.
package struct RiverBindingGenerator: KeyBindingGenerator {
  package let name = "river"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/river/init",
    insertedAt: .belowInterpreter
  )
  package let reload = KeyBindingReload.manual("To apply changes: run the file, or log in again.")

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let modifiers = key.press.modifiers.map(\.xName).joined(separator: "+")
    let held = modifiers.isEmpty ? "None" : modifiers
    let command = command.joined(separator: " ")
    // By the first layout, a key works in one without Latin letters too.
    return ["riverctl map -layout 0 normal \(held) \(key.press.key) spawn '\(command)'"]
  }

  package func boundChords(in line: String) -> [String] {
    var words = line.split(separator: " ")
    if let layout = words.firstIndex(of: "-layout") {
      words.removeSubrange(layout..<min(layout + 2, words.count))
    }
    words.removeAll { $0.hasPrefix("-") }
    guard words.starts(with: ["riverctl", "map", "normal"]), words.count > 4 else { return [] }
    return [words[3] == "None" ? String(words[4]) : "\(words[3])+\(words[4])"]
  }
}
