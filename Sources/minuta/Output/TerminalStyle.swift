import MinutaCore

/// The choices of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The colors and characters that an output supports.
struct TerminalStyle: Sendable, Equatable {
  /// The number of colors that the terminal supports: none, 8, 256 or all 24-bit colors.
  enum ColorDepth: Int, Sendable, Comparable {
    case none, eight, indexed, full

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  let colors: ColorDepth
  /// Whether the locale's encoding is UTF-8 and the terminal isn't a dumb one, whose readers may be
  /// programs.
  let isUTF8: Bool
  /// Whether the cursor can move back within the line.
  let canOverwrite: Bool

  init(_ environment: [String: String], isTerminal: Bool, color: ColorChoice = .auto) {
    let terminal = environment["TERM"] ?? ""
    canOverwrite = isTerminal && !["", "dumb", "unknown"].contains(terminal)
    let kind = Self.colors(of: terminal, environment["COLORTERM"] ?? "")
    colors =
      switch Self.choice(environment, color) {
      case .always: max(kind, .eight)
      case .never: .none
      case .auto: isTerminal ? kind : .none
      }
    isUTF8 = terminal != "dumb" && Self.isUTF8(environment)
  }

  /// Returns whether to use colors.
  ///
  /// In order of precedence, the flag, `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR` decide.
  private static func choice(_ environment: [String: String], _ color: ColorChoice) -> ColorChoice {
    if color != .auto { return color }
    if environment["NO_COLOR"]?.isEmpty == false { return .never }
    if let force = environment["CLICOLOR_FORCE"], !["", "0"].contains(force) { return .always }
    return environment["CLICOLOR"] == "0" ? .never : .auto
  }

  private static func colors(of terminal: String, _ colorTerm: String) -> ColorDepth {
    let isMonochrome =
      ["", "dumb", "unknown", "emacs"].contains(terminal) || terminal.hasPrefix("vt")
      || terminal.hasSuffix("-m") || terminal.hasSuffix("-mono")
    if isMonochrome { return .none }
    if ["truecolor", "24bit"].contains(colorTerm) || terminal.hasSuffix("-direct") { return .full }
    return terminal.contains("256") ? .indexed : .eight
  }

  /// Returns whether the locale uses UTF-8.
  ///
  /// The first variable that is set names the locale, as in the C library.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    // Compare bytes, because a text search would take a tenth of all instructions at program start.
    let locale = (names.first { !$0.isEmpty } ?? "").utf8
    let dot = locale.firstIndex(of: UInt8(ascii: "."))
    let codeSet = dot.map { locale[locale.index(after: $0)...] } ?? locale[...]
    return ["utf-8", "utf8"].contains { name in
      codeSet.prefix(name.utf8.count).elementsEqual(name.utf8) { $0 | 0x20 == $1 }
    }
  }

  /// The bullet before a tag's name that shows its color.
  var bullet: String { isUTF8 ? "●" : "*" }

  /// The mark that ends truncated text.
  var ellipsis: String { isUTF8 ? "…" : "..." }

  /// The arrow between an old and a new value.
  var arrow: String { isUTF8 ? "→" : "->" }

  /// The mark of a line break in a cell.
  var lineBreak: String { isUTF8 ? " ⏎ " : " / " }

  /// The dash before a remark.
  var dash: String { isUTF8 ? "—" : "-" }

  /// The line that marks a target in a bar.
  var targetMark: Character { isUTF8 ? "│" : "|" }

  /// The mark of an untracked gap between records.
  var gapMark: Character { isUTF8 ? "·" : "." }

  /// Whether bars can consist of blocks that are narrower than a cell and differ in color alone.
  ///
  /// The colors of two tags are often the same in a palette of eight.
  var showsBlocks: Bool { isUTF8 && colors > .eight }

  /// The characters that distinguish the series of a chart, the longest first.
  var fills: [Character] {
    isUTF8 ? Array("█▒▓░#=+ox*:%") : Array("#=+ox*:%@~&$")
  }

  /// The shades from no time to the longest time of a day.
  var shades: [Character] { isUTF8 ? Array("·░▒▓█") : Array(".:+*#") }

  /// Returns the escape code of the nearest color to `#RRGGBB`; nil without color support.
  func code(of color: String, isBackground: Bool = false) -> String? {
    guard let parts = TagColor.channels(of: color) else { return nil }
    let kind = isBackground ? 48 : 38
    switch colors {
    case .none: return nil
    case .full: return "\(kind);2;\(parts[0]);\(parts[1]);\(parts[2])"
    case .indexed: return "\(kind);5;\(Self.cube(parts))"
    case .eight: return "\(Self.basic(parts) + kind - 38)"
    }
  }

  /// The levels of red, green and blue in the terminal's color cube, which has the color numbers 16
  /// to 231.
  private static let levels = [0, 95, 135, 175, 215, 255]

  private static func cube(_ parts: [Int]) -> Int {
    let nearest = parts.map { part in
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    return nearest.reduce(0) { $0 * 6 + $1 } + 16
  }

  /// Returns the escape code of the nearest basic color.
  ///
  /// Bit 0 is red, bit 1 green, bit 2 blue; gray becomes the color of the terminal's text, because
  /// black or white could be invisible.
  private static func basic(_ parts: [Int]) -> Int {
    let (low, high) = (parts.min() ?? 0, parts.max() ?? 0)
    if high - low < 32 { return 39 }
    let middle = (low + high) / 2
    return parts.enumerated().reduce(30) { $0 + ($1.element > middle ? 1 << $1.offset : 0) }
  }
}
