import SystemCalls

/// A font of the report: its size, weight and the widths of its characters.
struct ReportFont: Sendable, Hashable {
  /// The size in points.
  var size: Double
  var isBold = false

  /// Returns the width of a text in points.
  ///
  /// The widths are those of Liberation Sans, without kerning, so the drawn text is never wider by
  /// more than a few hundredths. Other characters come from a font that isn't known; their widths
  /// are estimated rather too wide.
  func width(_ text: some StringProtocol) -> Double {
    var units = 0
    for character in text { units += FontMetrics.units(character, isBold: isBold) }
    return Double(units) / 2048 * size
  }

  /// Returns the text, cut off with an ellipsis if it's wider than `width`.
  func fitted(_ text: String, to width: Double) -> String {
    if self.width(text) <= width { return text }
    let room = width - self.width("…")
    var rest = room
    let head = text.prefix { character in
      rest -= self.width(String(character))
      return rest >= 0
    }
    return String(head).trimmingEnd + "…"
  }

  /// Returns a name, without its middle if it's wider than `width`.
  ///
  /// Names of one client often begin alike, so their ends distinguish them.
  func fittedName(_ name: String, to width: Double) -> String {
    if self.width(name) <= width { return name }
    let room = width - self.width("…")
    var (rest, count) = (room * 0.4, 0)
    for character in name.reversed() {
      rest -= self.width(String(character))
      if rest < 0 { break }
      count += 1
    }
    let end = String(name.suffix(count))
    return fitted(name, to: width - self.width(end)) + end
  }
}

/// The widths of characters in 1/2048 of a font's size.
enum FontMetrics {
  /// The widths of consecutive characters.
  struct Block: Sendable {
    let first: UInt32
    fileprivate(set) var widths: [Int] = []
  }

  /// Returns the blocks of a text with widths, each of which begins with its first character's number
  /// and a colon.
  static func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.hasSuffix(":") {
        blocks.append(Block(first: UInt32(word.dropLast()) ?? 0))
      } else {
        blocks[blocks.count - 1].widths.append(Int(word) ?? 0)
      }
    }
    return blocks
  }

  /// The width of a terminal column of a character that the table lacks, such as an emoji of two
  /// columns.
  private static let column = 1320

  static func units(_ character: Character, isBold: Bool) -> Int {
    let blocks = isBold ? LiberationSans.bold : LiberationSans.regular
    var scalars = character.unicodeScalars.makeIterator()
    if let scalar = scalars.next(), scalars.next() == nil {
      for block in blocks where scalar.value >= block.first {
        let place = Int(scalar.value - block.first)
        if place < block.widths.count, block.widths[place] > 0 { return block.widths[place] }
      }
    }
    return String(character).displayWidth * column
  }
}

extension String {
  /// The text without blanks at its end.
  var trimmingEnd: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return String(self[..<end])
  }
}
