/// Writes a manual page in the format of man(7).
struct RoffWriter {
  private(set) var lines: [String] = []

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - name: the name of the page, such as `minuta-timers`.
  ///   - section: the section of the system's manual: 1 for programs, 7 for topics.
  ///   - title: the subject of the page.
  ///   - date: the date of the page, such as 2026-11-20.
  init(_ name: String, section: Int, title: String, date: String) {
    let release = "Minuta \(Program.version)"
    lines = [
      ".TH \(Self.quoted(name.uppercased())) \(section) \(date) \(Self.quoted(release)) Minuta",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(title))",
    ]
  }

  mutating func addSection(_ title: String) {
    lines.append(".SH \(Self.quoted(title.uppercased()))")
  }

  /// Adds a paragraph of Markdown.
  mutating func addParagraph(_ text: String) {
    beginParagraph()
    lines += Self.inline(text)
  }

  /// Begins a paragraph; a heading already begins one.
  private mutating func beginParagraph() {
    if lines.last?.hasPrefix(".SH") == false { lines.append(".PP") }
  }

  /// Adds a term in bold with an explanation in Markdown.
  mutating func addTerm(_ term: String, _ explanation: String...) {
    lines += [".TP", "\\fB\(Self.escaped(term))\\fR"]
    for (index, text) in explanation.enumerated() where !text.isEmpty {
      lines += (index > 0 ? [".br"] : []) + Self.inline(text)
    }
  }

  mutating func addCode(_ code: [String]) {
    beginParagraph()
    lines += [".RS 4", ".nf"] + code.map(Self.escaped) + [".fi", ".RE"]
  }

  /// Adds the Markdown of a manual topic, without its first heading.
  mutating func add(_ markdown: String) {
    addSection("Description")
    for block in MarkdownBlock.blocks(of: markdown) {
      switch block {
      case .blank, .heading(level: 1, _): break
      case .heading(_, let text): addSection(text.withoutMarks)
      case .paragraph(let text): addParagraph(text)
      case .item(let text): lines += [".IP \\(bu 2"] + Self.inline(text)
      case .code(let code): addCode(code)
      case .table(let header, let rows):
        // As `minuta help` shows it, because `man` has no tables.
        addCode(MarkdownRenderer(wrapper: TextWrapper(width: 72)) { $0 }.table(header, rows))
      }
    }
  }

  /// The maximum length of a line of text in bytes, as mandoc recommends.
  private static let lineLength = 80

  /// Returns Markdown as lines of roff, which fills them anew, with code and bold text in bold.
  private static func inline(_ text: String) -> [String] {
    let parts = text.withoutLinks.split(separator: "`", omittingEmptySubsequences: false)
    let line = parts.enumerated().map { index, part in
      if !index.isMultiple(of: 2) { return "\\fB\(escapedInLine(String(part)))\\fR" }
      let pieces = escapedInLine(String(part)).split(
        separator: "**",
        omittingEmptySubsequences: false
      )
      return pieces.enumerated().map { $0.isMultiple(of: 2) ? $1 : "\\fB\($1)\\fR" }.joined()
    }.joined()
    return line.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, length(of: last) + 1 + length(of: word) <= lineLength {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(guarded(String(word)))
      }
    }
  }

  /// Returns the length of a line for mandoc, to which `man` passes other characters as escapes.
  private static func length(of line: some StringProtocol) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : "\\[u10FFFF]".utf8.count) }
  }

  /// Returns plain text as one line of roff.
  private static func escaped(_ text: String) -> String { guarded(escapedInLine(text)) }

  /// Escapes a backslash and the characters that roff would replace by typographic ones.
  private static func escapedInLine(_ text: String) -> String {
    text.reduce(into: "") { line, character in
      switch character {
      case "\\": line += "\\e"
      case "-": line += "\\-"
      case "'": line += "\\(aq"
      case "`": line += "\\(ga"
      case "^": line += "\\(ha"
      case "~": line += "\\(ti"
      default: line.append(character)
      }
    }
  }

  /// Returns a line that doesn't begin like a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  private static func quoted(_ text: String) -> String {
    "\"\(escapedInLine(text).replacing("\"", with: "\\(dq"))\""
  }
}

extension String {
  /// The text of Markdown without the marks of code, bold text and links.
  fileprivate var withoutMarks: String {
    withoutLinks.replacing("`", with: "").replacing("**", with: "")
  }
}
