/// Breaks a text into lines of a width.
struct TextWrapper {
  let font: ReportFont
  /// The width of a line in points.
  let width: Double
  /// The maximum number of lines; the last one ends with an ellipsis if text is left out.
  let limit: Int

  /// Returns the lines of a text, which is broken at blanks, and within a word that is too wide.
  func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      for part in parts(of: word) {
        let longer = line.isEmpty ? part : "\(line) \(part)"
        if font.width(longer) <= width {
          line = longer
        } else {
          lines.append(line)
          line = part
        }
        if lines.count > limit { return shortened(lines) }
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.count > limit ? shortened(lines) : lines
  }

  private func shortened(_ lines: [String]) -> [String] {
    var lines = Array(lines.prefix(limit))
    guard let last = lines.popLast() else { return [] }
    let whole = last + "…"
    return lines + [font.width(whole) <= width ? whole : font.fitted(last + " …", to: width)]
  }

  /// Returns the parts of a word that each fit into a line.
  private func parts(of word: Substring) -> [String] {
    if font.width(word) <= width { return [String(word)] }
    var parts: [String] = []
    var part = ""
    var used = 0.0
    for character in word {
      let size = font.width(String(character))
      if used + size > width, !part.isEmpty {
        parts.append(part)
        (part, used) = ("", 0)
        if parts.count > limit { return parts }
      }
      part.append(character)
      used += size
    }
    return parts + [part]
  }
}
