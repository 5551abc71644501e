/// Renders the Markdown of the manual as lines for a terminal or a pipe.
///
/// Supports headings, paragraphs, lists, tables, fenced code and comments, and the inline forms
/// `code`, **bold** and [links]. The manual uses nothing else.
struct MarkdownRenderer {
  let wrapper: TextWrapper
  /// Returns a heading in bold, if the terminal supports that.
  let heading: (String) -> String

  /// Returns the rendered lines.
  func lines(_ markdown: String) -> [String] {
    var rest = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var lines: [String] = []
    while let line = rest.first {
      let block = block(from: &rest, startingWith: line)
      if block.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines += block
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Removes the lines of one block from `rest` and renders them.
  private func block(
    from rest: inout ArraySlice<Substring>,
    startingWith line: Substring
  ) -> [String] {
    if line.hasPrefix("<!--") {
      while let comment = rest.popFirst(), !comment.hasSuffix("-->") {}
      // A comment isn't shown, so skip the empty line after it too.
      if rest.first?.isEmpty == true { rest.removeFirst() }
      return []
    }
    if line.hasPrefix("```") {
      rest.removeFirst()
      let code = take(&rest) { !$0.hasPrefix("```") }
      if !rest.isEmpty { rest.removeFirst() }
      return code.map { $0.isEmpty ? "" : "    \($0)" }
    }
    if line.isEmpty {
      rest.removeFirst()
      return [""]
    }
    if line.hasPrefix("#") {
      rest.removeFirst()
      return [heading(plain(line.drop { $0 == "#" || $0 == " " }))]
    }
    if line.hasPrefix("|") { return table(take(&rest) { $0.hasPrefix("|") }) }
    rest.removeFirst()
    let isItem = line.hasPrefix("- ")
    let more = take(&rest) { next in
      !next.isEmpty && !next.hasPrefix("- ") && !next.hasPrefix("```") && !next.hasPrefix("#")
        && !next.hasPrefix("|")
    }
    let text = ([isItem ? line.dropFirst(2) : line] + more).joined(separator: " ")
    return wrapper.lines(unbroken(text), first: isItem ? "- " : "", rest: isItem ? "  " : "")
      .map(\.withBlanks)
  }

  private func take(
    _ rest: inout ArraySlice<Substring>,
    while isWanted: (Substring) -> Bool
  ) -> ArraySlice<Substring> {
    let taken = rest.prefix(while: isWanted)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private func table(_ lines: ArraySlice<Substring>) -> [String] {
    var rows = lines.filter { !$0.allSatisfy { "|- ".contains($0) } }.map { line in
      line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast()
        .map { unbroken($0.replacing("\u{1}", with: "|").trimmingBlanks, quoting: "") }
    }
    // Markdown tables always have a header row. If a cell of it is empty, the row isn't a real
    // header, so skip it.
    if rows.first?.contains("") ?? false { rows.removeFirst() }
    return wrapper.columns(rows, indent: "  ").map(\.withBlanks)
  }

  private func plain(_ text: some StringProtocol) -> String { unbroken(String(text)).withBlanks }

  /// Returns the text without link and bold marks.
  ///
  /// Code gets no-break spaces, so that it isn't wrapped.
  ///
  /// - Parameter quote: the mark around code.
  private func unbroken(_ text: String, quoting quote: String = "`") -> String {
    let parts = withoutLinks(text).split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().reduce(into: "") { result, part in
      if part.offset.isMultiple(of: 2) {
        result += part.element.replacing("**", with: "")
      } else {
        result += quote + part.element.replacing(" ", with: "\u{A0}") + quote
      }
    }
  }

  private func withoutLinks(_ text: String) -> String {
    var text = text
    while let middle = text.firstRange(of: "]("),
      let start = text[..<middle.lowerBound].lastIndex(of: "["),
      let end = text[middle.upperBound...].firstIndex(of: ")")
    {
      let label = text[text.index(after: start)..<middle.lowerBound]
      text.replaceSubrange(start...end, with: String(label))
    }
    return text
  }
}

extension String {
  /// The text with no-break spaces replaced by ordinary ones.
  fileprivate var withBlanks: String { replacing("\u{A0}", with: " ") }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
