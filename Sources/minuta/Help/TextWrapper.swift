import SystemCalls

/// Breaks text into lines that fit a width.
struct TextWrapper {
  /// The maximum length of a line in terminal columns.
  let width: Int

  /// Wraps a paragraph into lines.
  ///
  /// A word that is longer than a line gets a line of its own.
  ///
  /// - Parameters:
  ///   - first: the prefix of the first line.
  ///   - rest: the prefix of every other line.
  func lines(_ text: String, first: String = "", rest: String = "") -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init) {
      if !isEmpty, line.displayWidth + 1 + word.displayWidth > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += isEmpty ? word : " " + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// Wraps a sentence, in which durations, times and quoted text stay whole.
  ///
  /// A command or path that is longer than a line gets a line of its own.
  func sentence(_ text: String) -> [String] {
    if text.displayWidth <= width { return [text] }
    let joined = text.replacing(/h (?=\d\dm)/, with: "h\u{A0}")
      .replacing(/(\d) (?=[ap]m\b)/) { "\($0.1)\u{A0}" }
      .replacing(/(^|[ (])('[^']*'(?![\p{L}\p{N}])|`[^`]*`)/) {
        $0.1 + $0.2.replacing(" ", with: "\u{A0}")
      }
    let indent = String(joined.prefix { $0 == " " })
    return lines(joined, first: indent, rest: indent + "  ")
      .map { $0.replacing("\u{A0}", with: " ") }
  }

  /// Wraps a line of code at spaces, and indents the lines after the first one.
  ///
  /// A command is continued after a backslash, as in a shell, and never within quotes.
  ///
  /// - Parameter isCommand: whether the line is a command, even if it doesn't begin with `$`.
  func code(_ line: String, isCommand: Bool = false) -> [String] {
    var rest = line.trimmingSpaces
    let indent = String(rest.prefix { $0 == " " }) + "    "
    let isCommand = isCommand || rest.drop { $0 == " " }.hasPrefix("$ ")
    let mark = isCommand ? " \\" : ""
    var lines: [String] = []
    while rest.displayWidth > width, let end = rest.lastBreak(before: width - mark.count, isCommand)
    {
      lines.append(String(rest[..<end]).trimmingSpaces + mark)
      rest = indent + rest[end...].drop { $0 == " " }
    }
    return lines + [rest]
  }

  /// Returns rows of cells in aligned columns, with the last column wrapped.
  ///
  /// If the terminal is too narrow, the last cell of each row is indented below the others, which
  /// stand on a line of their own, or on one line each if they don't fit either.
  func columns(_ rows: [[String]], indent: String = "") -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<max(0, count - 1)).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    let room = width - indent.count - widths.reduce(0) { $0 + $1 + 2 }
    let last = rows.map { $0.count == count ? $0[count - 1].displayWidth : 0 }.max() ?? 0
    func start(of row: [String]) -> String {
      zip(row.dropLast(), widths).reduce(indent) { line, cell in
        line + cell.0 + String(repeating: " ", count: cell.1 - cell.0.displayWidth + 2)
      }
    }
    if room >= min(last, 24) {
      return rows.flatMap { row in
        let start = start(of: row)
        let blank = String(repeating: " ", count: start.displayWidth)
        return lines(row.last ?? "", first: start, rest: blank).map(\.trimmingSpaces)
      }
    }
    // The separator after the last of the other cells isn't needed there.
    let fits = room + 2 >= 0
    return rows.flatMap { row in
      fits && row.count == count
        ? [start(of: row).trimmingSpaces] + below(row.suffix(1), indent) : stacked(row, indent)
    }
  }

  /// Returns the cells of a row on lines of their own.
  private func stacked(_ row: [String], _ indent: String) -> [String] {
    lines(row.first ?? "", first: indent, rest: indent + "    ").map(\.trimmingSpaces)
      + below(row.dropFirst(), indent)
  }

  private func below(_ cells: ArraySlice<String>, _ indent: String) -> [String] {
    let start = indent + "    "
    return cells.filter { !$0.isEmpty }.flatMap { lines($0, first: start, rest: start) }
      .map(\.trimmingSpaces)
  }
}

extension String {
  /// Returns the index of the last space at which a line of code can end, or nil if there is none.
  ///
  /// - Parameters:
  ///   - width: the maximum width of the text before the space.
  ///   - isCommand: whether a space within quotes is part of a word.
  fileprivate func lastBreak(before width: Int, _ isCommand: Bool) -> Index? {
    var found: Index?
    var (used, quote) = (0, Character?.none)
    var hasWord = false
    for index in indices where used <= width {
      let character = self[index]
      if character == " ", quote == nil || !isCommand, hasWord { found = index }
      if character != " ", character != "$" { hasWord = true }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      used += String(character).displayWidth
    }
    return found
  }
}
