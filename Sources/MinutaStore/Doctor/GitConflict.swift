/// The versions of a file that git has combined with conflict markers.
struct GitConflict: Equatable {
  let ours: String
  /// The common ancestor of the two versions; nil unless git's conflict style includes it.
  let base: String?
  let theirs: String

  private enum Section {
    case both, ours, base, theirs
  }

  /// Returns whether a text contains a conflict marker.
  static func hasMarkers(_ text: String) -> Bool {
    lines(text).contains { marker($0) == "<" }
  }

  /// Parses a file with conflict markers; nil if they are unbalanced or out of order.
  init?(_ text: String) {
    var versions: [Section: String] = [.ours: "", .base: "", .theirs: ""]
    var section = Section.both
    var hasBase = false
    for line in Self.lines(text) {
      switch (section, Self.marker(line)) {
      case (.both, nil): for version in versions.keys { versions[version]? += "\(line)\n" }
      case (_, nil): versions[section]? += "\(line)\n"
      case (.both, "<"): section = .ours
      case (.ours, "|"):
        section = .base
        hasBase = true
      case (.ours, "="), (.base, "="): section = .theirs
      case (.theirs, ">"): section = .both
      default: return nil
      }
    }
    guard section == .both else { return nil }
    // The loop added a line break to every line, but the file's last line has none, so remove it.
    versions = versions.mapValues { String($0.unicodeScalars.dropLast()) }
    ours = versions[.ours] ?? ""
    base = hasBase ? versions[.base] : nil
    theirs = versions[.theirs] ?? ""
  }

  /// Splits text at line feeds, as scalars because CR LF is a single `Character`.
  private static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Returns the character that a conflict marker repeats, such as `<`; nil for any other line.
  private static func marker(_ line: String) -> Character? {
    let line = line.utf8.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    let rest = line.dropFirst(7)
    guard
      let first = line.first, "<|=>".contains(first), line.count >= 7,
      line.prefix(7).allSatisfy({ $0 == first }), rest.isEmpty || rest.first == " "
    else { return nil }
    return first
  }
}
