/// The versions that git left in one file, between marks.
struct GitConflict: Equatable {
  let ours: String
  /// What both come from; nil where git was not told to say it.
  let base: String?
  let theirs: String

  private enum Section {
    case both, ours, base, theirs
  }

  /// Whether a text has git's marks at all.
  static func isMarked(_ text: String) -> Bool {
    lines(text).contains { mark($0) == "<" }
  }

  /// Takes a file apart; nil where its marks do not go together.
  init?(_ text: String) {
    var versions: [Section: String] = [.ours: "", .base: "", .theirs: ""]
    var part = Section.both
    var hasBase = false
    for line in Self.lines(text) {
      switch (part, Self.mark(line)) {
      case (.both, nil): for version in versions.keys { versions[version]? += "\(line)\n" }
      case (_, nil): versions[part]? += "\(line)\n"
      case (.both, "<"): part = .ours
      case (.ours, "|"):
        part = .base
        hasBase = true
      case (.ours, "="), (.base, "="): part = .theirs
      case (.theirs, ">"): part = .both
      default: return nil
      }
    }
    guard part == .both else { return nil }
    // What stands after the last line break is a line too, and ended in none.
    versions = versions.mapValues { String($0.unicodeScalars.dropLast()) }
    ours = versions[.ours] ?? ""
    base = hasBase ? versions[.base] : nil
    theirs = versions[.theirs] ?? ""
  }

  /// The lines without the line feed, which is no character of its own after a return.
  private static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The character that a mark is made of; nil for any other line.
  private static func mark(_ line: String) -> Character? {
    let line = line.utf8.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    let rest = line.dropFirst(7)
    guard
      let first = line.first, "<|=>".contains(first), line.count >= 7,
      line.prefix(7).allSatisfy({ $0 == first }), rest.isEmpty || rest.first == " "
    else { return nil }
    return first
  }
}
