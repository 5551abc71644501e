/// A block of the manual's Markdown, with the marks inside of its texts.
///
/// The manual uses headings, paragraphs, lists, tables, fenced code and comments, and the inline
/// forms `code`, **bold** and [links].
enum MarkdownBlock: Equatable {
  case blank
  case heading(level: Int, String)
  case paragraph(String)
  case item(String)
  case code([String])
  /// A table with its header row and other rows.
  case table(header: [String], rows: [[String]])

  /// Returns the blocks of a text; comments are left out.
  static func blocks(of markdown: String) -> [MarkdownBlock] {
    var rest = markdown.replacing("\r\n", with: "\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    )[...]
    var blocks: [MarkdownBlock] = []
    while let line = rest.first {
      blocks += [block(from: &rest, startingWith: line)].compactMap(\.self)
    }
    return blocks
  }

  /// Removes the lines of one block from `rest` and returns it; nil for a comment.
  private static func block(
    from rest: inout ArraySlice<Substring>,
    startingWith line: Substring
  ) -> MarkdownBlock? {
    if line.hasPrefix("<!--") {
      while let comment = rest.popFirst(), !comment.hasSuffix("-->") {}
      // A comment isn't shown, so skip the empty line after it too.
      if rest.first?.isEmpty == true { rest.removeFirst() }
      return nil
    }
    if line.hasPrefix("![") {
      // A terminal shows no picture, so skip the empty line after it too.
      rest.removeFirst()
      if rest.first?.isEmpty == true { rest.removeFirst() }
      return nil
    }
    if line.hasPrefix("```") {
      rest.removeFirst()
      let code = take(&rest) { !$0.hasPrefix("```") }
      if !rest.isEmpty { rest.removeFirst() }
      return .code(code.map(String.init))
    }
    if line.hasPrefix("|") { return table(take(&rest) { $0.hasPrefix("|") }) }
    rest.removeFirst()
    if line.isEmpty { return .blank }
    if line.hasPrefix("#") {
      let text = line.drop { $0 == "#" }
      return .heading(level: line.count - text.count, String(text.drop { $0 == " " }))
    }
    let more = take(&rest) { next in
      !next.isEmpty && !next.hasPrefix("- ") && !next.hasPrefix("```") && !next.hasPrefix("#")
        && !next.hasPrefix("|")
    }
    // The lines after the first one of an item are indented.
    let text = { (first: Substring) in
      ([first] + more.map { $0.drop { $0 == " " } }).joined(separator: " ")
    }
    return line.hasPrefix("- ") ? .item(text(line.dropFirst(2))) : .paragraph(text(line))
  }

  private static func take(
    _ rest: inout ArraySlice<Substring>,
    while isWanted: (Substring) -> Bool
  ) -> ArraySlice<Substring> {
    let taken = rest.prefix(while: isWanted)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private static func table(_ lines: ArraySlice<Substring>) -> MarkdownBlock {
    var rows = lines.filter { !$0.allSatisfy { "|- ".contains($0) } }.map { line in
      line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast()
        .map { $0.replacing("\u{1}", with: "|").trimmingBlanks }
    }
    let header = rows.isEmpty ? [] : rows.removeFirst()
    return .table(header: header, rows: rows)
  }
}

extension String {
  /// The text with the label of each Markdown link in place of the link.
  var withoutLinks: String {
    var text = self
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

extension StringProtocol where SubSequence == Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
