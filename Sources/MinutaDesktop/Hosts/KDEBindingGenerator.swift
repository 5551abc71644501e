package import IntentKit

/// Generates key bindings for KDE Plasma: a desktop file with an action for each key.
package struct KDEBindingGenerator: KeyBindingGenerator {
  package let name = "kde"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.local/share/kglobalaccel/minuta-keys.desktop",
    mustExist: false
  )
  package let reload = KeyBindingReload.manual("To apply changes: log in again.")
  package let bindingsFile: KeyBindingFile? = KeyBindingFile(
    "~/.config/kglobalshortcutsrc",
    mustExist: false
  )

  /// Returns the lines of the application.
  ///
  /// They must not contain `NoDisplay=true`: kglobalaccel ignores the keys of such a file.
  package func prologue(of keys: [KeyMap.KeyBinding]) -> [String] {
    [
      "[Desktop Entry]", "Type=Application", "Name=Minuta keys", "Icon=minuta", "Exec=/bin/true",
      "Actions=" + keys.map { "\($0.slug);" }.joined(),
    ]
  }

  package func lines(
    for key: KeyMap.KeyBinding,
    running command: [String]
  ) throws(Failure) -> [String] {
    guard let name = Self.keyName(key.press.key) else {
      throw .unsupportedKey(key.press.key, of: key.slug, host: self.name)
    }
    let held = key.press.modifiers.map { $0 == .logo ? "Meta" : $0.commonName }
    return [
      "", "[Desktop Action \(key.slug)]", "Name=Minuta: \(key.slug)",
      "Exec=\(command.joined(separator: " "))",
      "X-KDE-Shortcuts=\((held + [name]).joined(separator: "+"))",
    ]
  }

  package func independentLines(_ lines: [String]) -> [String] {
    var isOwnGroup = false
    return lines.map { line in
      if line.hasPrefix("[") { isOwnGroup = line.contains("[minuta-keys.desktop]") }
      return isOwnGroup ? "" : line
    }
  }

  /// Reads a line such as `Window Maximize=Meta+PgUp\tMeta+Up,Meta+PgUp,Maximize Window`, which has
  /// the current key combinations, the default ones and a description.
  package func boundChords(in line: String) -> [String] {
    guard !line.hasPrefix("_k_"), let equals = line.firstIndex(of: "=") else { return [] }
    let current = line[equals...].dropFirst().prefix { $0 != "," }
    return current.split(separator: "\\t").map { Self.commonChord(String($0)) }
  }

  /// Returns a key combination with the name that key maps have for the key.
  private static func commonChord(_ chord: String) -> String {
    let key = chord.hasSuffix("+") ? "+" : String(chord.split(separator: "+").last ?? "")
    let modifiers = String(chord.dropLast(key.count))
    if modifiers.hasSuffix("Num+") {
      let name = keypad.first { $0.value == key }?.key ?? key
      return modifiers.dropLast("Num+".count) + "KP_" + name
    }
    let launch = key.wholeMatch(of: /Launch \((\w+)\)/).map { "XF86Launch\($0.1)" }
    return modifiers + (names.first { $0.value == key }?.key ?? launch ?? key)
  }

  /// Returns the name that Qt has for a key; nil if it has none that a desktop file can contain.
  private static func keyName(_ key: String) -> String? {
    if let name = names[key] { return name }
    if key.count == 1 || isFunctionKey(key) { return key.uppercased() }
    if key.hasPrefix("KP_") {
      let rest = String(key.dropFirst(3))
      return (rest.count == 1 ? rest : keypad[rest]).map { "Num+\($0)" }
    }
    if key.hasPrefix("XF86Launch") { return "Launch (\(key.dropFirst(10)))" }
    return nil
  }

  private static func isFunctionKey(_ key: String) -> Bool {
    key.first == "F" && key.dropFirst().allSatisfy(\.isNumber)
  }

  private static let names = [
    "BackSpace": "Backspace", "Caps_Lock": "CapsLock", "Delete": "Del", "Down": "Down",
    "End": "End", "Escape": "Esc", "Help": "Help", "Home": "Home", "Insert": "Ins", "Left": "Left",
    "Menu": "Menu", "Num_Lock": "NumLock", "Page_Down": "PgDown", "Page_Up": "PgUp",
    "Pause": "Pause", "Print": "Print", "Return": "Return", "Right": "Right",
    "Scroll_Lock": "ScrollLock", "Tab": "Tab", "Up": "Up", "ampersand": "&", "apostrophe": "'",
    "asterisk": "*", "at": "@", "bar": "|", "braceleft": "{", "braceright": "}",
    "bracketleft": "[", "bracketright": "]", "colon": ":", "dollar": "$", "equal": "=",
    "exclam": "!", "grave": "`", "greater": ">", "less": "<", "minus": "-", "numbersign": "#",
    "parenleft": "(", "parenright": ")", "percent": "%", "period": ".", "plus": "+",
    "question": "?", "quotedbl": "\"", "slash": "/", "space": "Space", "underscore": "_",
    "XF86AudioLowerVolume": "Volume Down", "XF86AudioMicMute": "Microphone Mute",
    "XF86AudioMute": "Volume Mute", "XF86AudioNext": "Media Next",
    "XF86AudioPause": "Media Pause", "XF86AudioPlay": "Media Play",
    "XF86AudioPrev": "Media Previous", "XF86AudioRaiseVolume": "Volume Up",
    "XF86AudioRecord": "Media Record", "XF86AudioStop": "Media Stop",
    "XF86Calculator": "Calculator",
    "XF86Eject": "Eject", "XF86Favorites": "Favorites", "XF86HomePage": "Home Page",
    "XF86KbdBrightnessDown": "Keyboard Brightness Down",
    "XF86KbdBrightnessUp": "Keyboard Brightness Up", "XF86Mail": "Launch Mail",
    "XF86MonBrightnessDown": "Monitor Brightness Down",
    "XF86MonBrightnessUp": "Monitor Brightness Up", "XF86Search": "Search", "XF86Sleep": "Sleep",
  ]

  private static let keypad = [
    "Add": "+", "Delete": "Del", "Divide": "/", "Down": "Down", "End": "End", "Enter": "Enter",
    "Equal": "=", "Home": "Home", "Insert": "Ins", "Left": "Left", "Multiply": "*",
    "Page_Down": "PgDown", "Page_Up": "PgUp", "Right": "Right", "Subtract": "-", "Up": "Up",
    "Decimal": ".",
  ]
}
