/// Generates key bindings for the Hyprland compositor with a configuration in Lua, which version
/// 0.55 introduced.
package struct HyprlandLuaBindingGenerator: KeyBindingGenerator {
  package let name = "hyprland-lua"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/hypr/hyprland.lua",
    comment: .dashes
  )
  package let reload = KeyBindingReload.automatic

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: " + ") { $0.commonName.uppercased() }
    return ["hl.bind(\"\(keys)\", hl.dsp.exec_cmd(\"\(command.joined(separator: " "))\"))"]
  }

  package func boundChords(in line: String) -> [String] {
    line.matches(of: /hl\.bind\(\s*"([^"]+)"/).map { String($0.1) }
  }
}
