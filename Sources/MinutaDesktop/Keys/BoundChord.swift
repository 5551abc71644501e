/// A key combination that a line of a host's own file binds.
package struct BoundChord: Equatable {
  /// The line number, starting at 1.
  package let line: Int
  let modifiers: Set<KeyModifier>
  let key: String

  /// Returns whether this is the same combination as a chord of the key map.
  package func equals(_ chord: KeyChord) -> Bool {
    modifiers == Set(chord.modifiers) && key == chord.key.lowercased()
  }

  /// Reads a combination as hosts spell it, such as `$mod+Shift+w`, `W-S-w` or `super + shift + w`.
  ///
  /// Nil if it has a modifier of another kind, such as a layer.
  init?(_ text: String, line: Int) {
    let words = text.lowercased().split { "+- ,\t".contains($0) }.map(String.init)
    guard let key = words.last else { return nil }
    let modifiers = words.dropLast().map { Self.modifiers[$0] }
    guard !modifiers.contains(nil) else { return nil }
    self.line = line
    self.modifiers = Set(modifiers.compactMap(\.self))
    self.key = key
  }

  private static let modifiers: [String: KeyModifier] = [
    "mod4": .logo, "super": .logo, "logo": .logo, "w": .logo, "mod": .logo, "modkey": .logo,
    "control": .ctrl, "ctrl": .ctrl, "c": .ctrl, "mod1": .alt, "alt": .alt, "a": .alt,
    "shift": .shift, "s": .shift,
  ]
}

extension KeyBindingGenerator {
  /// Returns the key combinations that a file of the host binds.
  ///
  /// Variables such as `$mod` are replaced by their values.
  package func boundChords(in text: String) -> [BoundChord] {
    var variables: [(name: String, value: String)] = []
    var chords: [BoundChord] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if let match = line.firstMatch(of: /^\s*(?:set\s+)?(\$\w+)\s*=?\s*(\S+)/) {
        variables.insert((String(match.1), String(match.2)), at: 0)
        continue
      }
      let resolved = variables.reduce(String(line)) { $0.replacing($1.name, with: $1.value) }
      guard let chord = boundChord(in: resolved) else { continue }
      if let bound = BoundChord(chord, line: index + 1) { chords.append(bound) }
    }
    return chords
  }
}
