/// Generates key bindings for GNOME, as settings for the program `gsettings`.
package struct GNOMEBindingGenerator: KeyBindingGenerator {
  package let name = "gnome"
  package let file: KeyBindingFile? = nil
  package let reload = KeyBindingReload.automatic

  /// The schema with the list of the paths of all bindings.
  package static let schema = "org.gnome.settings-daemon.plugins.media-keys"
  /// The key of that list.
  package static let list = "custom-keybindings"

  private static let folder =
    "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/minuta-"

  /// Returns the path of a binding's settings.
  package static func path(of slug: String) -> String { "\(folder)\(slug)/" }

  /// Whether the settings at a path are a binding of Minuta.
  package static func isOwn(_ path: String) -> Bool { path.hasPrefix(folder) }

  /// Returns the schema of the settings at a path, as `gsettings` names it.
  package static func schema(at path: String) -> String { "\(schema).custom-keybinding:\(path)" }

  /// Returns the settings of a key's binding: names and values.
  package static func settings(
    of key: KeyMap.KeyBinding,
    running command: [String]
  ) -> [(name: String, value: String)] {
    let keys = key.press.text(separator: "") { modifier in
      switch modifier {
      case .logo: "<Super>"
      case .ctrl: "<Control>"
      case .alt: "<Alt>"
      case .shift: "<Shift>"
      }
    }
    // GNOME ignores a binding without a command, so the key combination comes last.
    return [
      ("name", "Minuta: \(key.slug)"), ("command", command.joined(separator: " ")),
      ("binding", keys),
    ]
  }

  /// Returns the bindings of GNOME itself in the output of `gsettings list-recursively`, whose lines
  /// are such as `org.gnome.desktop.wm.keybindings close ['<Alt>F4']`.
  package static func boundChords(inList output: String) -> [BoundChord] {
    output.split(separator: "\n").flatMap { line -> [BoundChord] in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0] == schema || words[0].hasSuffix(".keybindings") else {
        return []
      }
      return words[2].matches(of: /'([^']*)'/).compactMap { match in
        BoundChord(String(match.1), place: "GNOME's settings as '\(words[0]) \(words[1])'")
      }
    }
  }

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let schema = Self.schema(at: Self.path(of: key.slug))
    return Self.settings(of: key, running: command).map { name, value in
      "gsettings set \(schema) \(name) '\(value)'"
    }
  }
}
