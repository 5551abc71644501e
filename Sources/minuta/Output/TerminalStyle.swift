/// When output is coloured, as `--color` has it.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The colours and characters that an output can show.
struct TerminalStyle: Sendable, Equatable {
  /// The number of colours, from none to 24 bits.
  enum ColorDepth: Int, Sendable, Comparable {
    case none, eight, indexed, full

    static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  let colors: ColorDepth
  /// Whether the locale's characters are UTF-8.
  let isUTF8: Bool
  /// Whether a cursor can be moved back on the line.
  let canOverwrite: Bool

  init(_ environment: [String: String], isTerminal: Bool, color: ColorChoice = .auto) {
    let terminal = environment["TERM"] ?? ""
    canOverwrite = isTerminal && !["", "dumb", "unknown"].contains(terminal)
    let kind = Self.colors(of: terminal, environment["COLORTERM"] ?? "")
    colors =
      switch Self.wish(environment, color) {
      case .always: max(kind, .eight)
      case .never: .none
      case .auto: isTerminal ? kind : .none
      }
    isUTF8 = Self.isUTF8(environment)
  }

  /// The first wish counts: the flag, `NO_COLOR`, `CLICOLOR_FORCE`, then `CLICOLOR`.
  private static func wish(_ environment: [String: String], _ color: ColorChoice) -> ColorChoice {
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

  /// The first variable that is set names the locale, as for the C library.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    // Bytes are compared, since a search for a text takes a tenth of the instructions of a start.
    let locale = (names.first { !$0.isEmpty } ?? "").utf8
    let dot = locale.firstIndex(of: UInt8(ascii: "."))
    let codeSet = dot.map { locale[locale.index(after: $0)...] } ?? locale[...]
    return ["utf-8", "utf8"].contains { name in
      codeSet.prefix(name.utf8.count).elementsEqual(name.utf8) { $0 | 0x20 == $1 }
    }
  }

  /// A sign before a tag's name that shows its colour.
  var bullet: String { isUTF8 ? "●" : "*" }

  /// A sign that a text goes on.
  var ellipsis: String { isUTF8 ? "…" : "..." }

  /// A sign before a remark.
  var dash: String { isUTF8 ? "—" : "-" }

  /// The code that selects the nearest colour to `#RRGGBB`; nil where there is none.
  func code(of color: String) -> String? {
    guard color.utf8.count == 7, let value = Int(color.dropFirst(), radix: 16) else { return nil }
    let (red, green, blue) = (value >> 16, value >> 8 & 255, value & 255)
    switch colors {
    case .none: return nil
    case .full: return "38;2;\(red);\(green);\(blue)"
    case .indexed: return "38;5;\(Self.cube(red, green, blue))"
    case .eight: return "\(Self.basic(red, green, blue))"
    }
  }

  /// Colours 16 to 231 are a cube of these levels.
  private static let levels = [0, 95, 135, 175, 215, 255]

  private static func cube(_ parts: Int...) -> Int {
    parts.reduce(0) { sum, part in
      let nearest = levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) }
      return sum * 6 + (nearest ?? 0)
    } + 16
  }

  /// Bit 0 is red, bit 1 green, bit 2 blue; grey is white, since black can't be seen.
  private static func basic(_ parts: Int...) -> Int {
    let (low, high) = (parts.min() ?? 0, parts.max() ?? 0)
    if high - low < 32 { return 37 }
    let middle = (low + high) / 2
    return parts.enumerated().reduce(30) { $0 + ($1.element > middle ? 1 << $1.offset : 0) }
  }
}
