/// The versions that git left in one file, between marks.
struct GitConflict: Equatable {
  private(set) var ours: String
  /// What both come from; nil where git was not told to say it.
  private(set) var base: String?
  private(set) var theirs: String

  private enum Part {
    case both, ours, base, theirs
  }

  /// Whether a text has git's marks at all.
  static func isMarked(_ text: String) -> Bool {
    text.hasPrefix("<<<<<<< ") || text.contains("\n<<<<<<< ")
  }

  /// Takes a file apart; nil where its marks do not go together.
  init?(_ text: String) {
    var versions: [Part: String] = [.ours: "", .base: "", .theirs: ""]
    var part = Part.both
    var hasBase = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
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
    ours = versions[.ours] ?? ""
    base = hasBase ? versions[.base] : nil
    theirs = versions[.theirs] ?? ""
  }

  /// The character that a mark is made of; nil for any other line.
  private static func mark(_ line: Substring) -> Character? {
    let line = line.hasSuffix("\r") ? line.dropLast() : line
    guard let first = line.first, "<|=>".contains(first), line.prefix(7).allSatisfy({ $0 == first })
    else { return nil }
    if first == "=" { return line.count == 7 ? first : nil }
    return line.count > 7 && line.dropFirst(7).first == " " ? first : nil
  }
}
