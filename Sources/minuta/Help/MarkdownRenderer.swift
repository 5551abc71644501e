import SystemCalls

/// Renders the Markdown of the manual as lines for a terminal or a pipe.
struct MarkdownRenderer {
  let wrapper: TextWrapper
  /// Whether long lines of code are wrapped; for a pipe they stay whole.
  var wrapsCode = false
  /// Returns a heading in bold, if the terminal supports that.
  let heading: (String) -> String

  /// Returns the rendered lines.
  func lines(_ markdown: String) -> [String] {
    var lines: [String] = []
    for block in MarkdownBlock.blocks(of: markdown) {
      if block == .blank, lines.last?.isEmpty ?? true { continue }
      lines += self.lines(of: block)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private func lines(of block: MarkdownBlock) -> [String] {
    switch block {
    case .blank: [""]
    case .heading(_, let text): [heading(unbroken(text).withBlanks)]
    case .code(let lines):
      lines.flatMap { line in
        let indented = line.isEmpty ? "" : indent(for: lines) + line
        return wrapsCode ? wrapper.code(indented) : [indented]
      }
    case .paragraph(let text): wrapper.lines(unbroken(text)).map(\.withBlanks)
    case .item(let text):
      wrapper.lines(unbroken(text), first: "- ", rest: "  ").map(\.withBlanks)
    case .table(let header, let rows): table(header, rows)
    }
  }

  /// Returns the indentation of code; it is small before a picture as wide as the terminal, whose lines
  /// must not be wrapped.
  private func indent(for lines: [String]) -> String {
    // For a pipe, the lines stay whole.
    if !wrapsCode { return "    " }
    let rooms = lines.map { wrapper.width - $0.displayWidth }.filter { $0 >= 0 }
    return String(repeating: " ", count: min(4, rooms.min() ?? 4))
  }

  func table(_ header: [String], _ rows: [[String]]) -> [String] {
    let cells = rows.map { row in row.map { unbroken($0, quoting: "") } }
    // Markdown tables always have a header row. If a cell of it is empty, the row isn't a real
    // header, so skip it.
    if header.contains("") { return wrapper.columns(cells, indent: "  ").map(\.withBlanks) }
    let head = header.map { unbroken($0, quoting: "") }
    let dashes = head.map { String(repeating: "-", count: $0.displayWidth) }
    let lines = wrapper.columns([head, dashes] + cells, indent: "  ").map(\.withBlanks)
    if lines.first?.hasSuffix(head.last?.withBlanks ?? "") == true { return lines }
    // Cells that stand below each other have the header in one line.
    let line = head.joined(separator: ", ").withBlanks
    return ["  \(line)", "  " + String(repeating: "-", count: line.displayWidth)]
      + wrapper.columns(cells, indent: "  ").map(\.withBlanks)
  }

  /// Returns the text without link and bold marks.
  ///
  /// Code gets no-break spaces, so that it isn't wrapped.
  ///
  /// - Parameter quote: the mark around code.
  private func unbroken(_ text: String, quoting quote: String = "`") -> String {
    let parts = text.withoutLinks.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().reduce(into: "") { result, part in
      if part.offset.isMultiple(of: 2) {
        result += part.element.replacing("**", with: "")
      } else {
        result += quote + part.element.replacing(" ", with: "\u{A0}") + quote
      }
    }
  }
}

extension String {
  /// The text with no-break spaces replaced by ordinary ones.
  fileprivate var withBlanks: String { replacing("\u{A0}", with: " ") }
}
