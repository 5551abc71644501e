extension ReportFont {
  /// Returns the lines of a text, which is broken at blanks, and within a word that is too wide.
  ///
  /// - Parameters:
  ///   - width: the width of a line in points.
  ///   - limit: the maximum number of lines; the last one ends with an ellipsis if text is left out.
  func lines(of text: some StringProtocol, width: Double, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) where lines.count <= limit {
      for part in parts(of: word, width: width, limit: limit) {
        let longer = line.isEmpty ? part : "\(line) \(part)"
        if self.width(longer) <= width {
          line = longer
        } else {
          lines.append(line)
          line = part
        }
      }
    }
    if !line.isEmpty { lines.append(line) }
    if lines.count <= limit { return lines }
    let last = lines[limit - 1] + "…"
    let end = self.width(last) <= width ? last : fitted(lines[limit - 1] + " …", to: width)
    return lines.prefix(limit - 1) + [end]
  }

  /// Returns the parts of a word that each fit into a line; the parts for more lines than the limit
  /// are left out.
  private func parts(of word: some StringProtocol, width: Double, limit: Int) -> [String] {
    if self.width(word) <= width { return [String(word)] }
    var parts: [String] = []
    var part = ""
    var used = 0.0
    for character in word where parts.count <= limit {
      let size = self.width(String(character))
      if used + size > width, !part.isEmpty {
        parts.append(part)
        (part, used) = ("", 0)
      }
      part.append(character)
      used += size
    }
    return parts + [part]
  }
}
