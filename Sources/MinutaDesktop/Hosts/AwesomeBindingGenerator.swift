/// Generates key bindings for the awesome window manager, whose configuration is in Lua.
package struct AwesomeBindingGenerator: KeyBindingGenerator {
  package let name = "awesome"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/awesome/rc.lua",
    comment: .dashes
  )
  /// The restart waits until the answer is sent; otherwise `awesome-client` reports an error.
  package let reload = KeyBindingReload.command([
    "awesome-client", "require(\"gears\").timer.delayed_call(awesome.restart)",
  ])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let held = key.press.modifiers.map { "\"\($0.xName)\"" }.joined(separator: ", ")
    let words = command.map { "\"\($0)\"" }.joined(separator: ", ")
    // `awful.spawn` takes a table of arguments, so no shell is involved.
    return [
      "root.keys(require(\"gears\").table.join(root.keys(), require(\"awful\").key("
        + "{\(held)}, \"\(key.press.key)\", function() require(\"awful\").spawn({\(words)}) end)))"
    ]
  }

  package func boundChords(in line: String) -> [String] {
    line.matches(of: /\.key\(\s*\{([^}]*)\}\s*,\s*["']([^"']+)["']/).map { match in
      "\(match.1) \(match.2)".replacing(/["',]/, with: " ")
    }
  }
}
