/// The color and the character that show one series of a chart.
struct ChartPaint {
  /// The color as `#RRGGBB`.
  let color: String
  /// The character of a cell where blocks in colors don't distinguish the series.
  let fill: Character
}

/// A row of terminal cells that is painted with an accuracy of an eighth of a cell.
struct TextBar {
  /// The paint of each eighth of a cell, as an index; nil if it is blank.
  private var eighths: [Int?]
  /// The characters that replace those of the bar, by cell.
  private var marks: [Int: Character] = [:]

  /// Creates a blank bar.
  ///
  /// - Parameter width: the width in cells.
  init(width: Int) {
    eighths = Array(repeating: nil, count: max(0, width) * 8)
  }

  /// Paints a part of the bar, which is given as fractions of its width.
  ///
  /// A part is at least an eighth of a cell wide, so that a short time can be seen.
  mutating func paint(from start: Double, to end: Double, _ paint: Int) {
    let first = min(max(0, Int((start * Double(eighths.count)).rounded())), eighths.count - 1)
    let last = min(Int((end * Double(eighths.count)).rounded()), eighths.count)
    if first < 0 { return }
    for index in first..<max(first + 1, last) { eighths[index] = paint }
  }

  /// Puts a character at a place, which is given as a fraction of the width.
  mutating func mark(at place: Double, _ character: Character) {
    let cells = eighths.count / 8
    if cells > 0 { marks[min(max(0, Int(place * Double(cells))), cells - 1)] = character }
  }

  /// Puts a character into each cell that is blank between painted ones of another bar.
  mutating func markGaps(of all: TextBar, _ character: Character) {
    guard let first = all.eighths.firstIndex(where: { $0 != nil }),
      let last = all.eighths.lastIndex(where: { $0 != nil })
    else { return }
    for cell in first / 8...last / 8 where all.part(cell).allSatisfy({ $0 == nil }) {
      marks[cell] = character
    }
  }

  /// Returns the bar as text, as wide as the bar.
  func text(_ paints: [ChartPaint], _ style: TerminalStyle) -> String {
    var text = ""
    var code: String?
    for cell in 0..<eighths.count / 8 {
      let rendered = rendered(cell, paints, style)
      if rendered.code != code {
        if code != nil { text += "\u{1B}[0m" }
        if let code = rendered.code { text += "\u{1B}[\(code)m" }
        code = rendered.code
      }
      text.append(rendered.character)
    }
    return code == nil ? text : text + "\u{1B}[0m"
  }

  private func part(_ cell: Int) -> ArraySlice<Int?> { eighths[cell * 8..<cell * 8 + 8] }

  private func rendered(
    _ cell: Int,
    _ paints: [ChartPaint],
    _ style: TerminalStyle
  ) -> (character: Character, code: String?) {
    let part = part(cell)
    let first = paint(of: part.prefix { $0 == part.first ?? nil }, paints)
    if let mark = marks[cell] {
      return (mark, majority(part, paints).flatMap { style.code(of: $0.color, isBackground: true) })
    }
    let count = part.prefix { $0 == part.first ?? nil }.count
    let rest = majority(part.dropFirst(count), paints)
    guard style.showsBlocks else {
      // A single series needs no fills to distinguish it, so its bar can end within a cell.
      if style.isUTF8, paints.count == 1, first != nil {
        return (Self.block(count), first.flatMap { style.code(of: $0.color) })
      }
      let isVisible = part.filter { $0 != nil }.count >= 4 || isAlone(cell)
      guard isVisible, let most = majority(part, paints) else { return (" ", nil) }
      return (most.fill, style.code(of: most.color))
    }
    switch (first.flatMap { style.code(of: $0.color) }, rest) {
    case (nil, nil): return (" ", nil)
    case (let code?, nil): return (Self.block(count), code)
    case (let code?, let rest?):
      let behind = style.code(of: rest.color, isBackground: true).map { ";\($0)" } ?? ""
      return (Self.block(count), code + behind)
    case (nil, let rest?):
      // There is no block at the right of a cell, so the blank part is drawn with inverse colors.
      return (Self.block(count), style.code(of: rest.color).map { "7;\($0)" })
    }
  }

  /// Returns the block that covers some eighths of a cell, from its left side.
  private static func block(_ eighths: Int) -> Character {
    ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"][eighths - 1]
  }

  private func paint(of part: ArraySlice<Int?>, _ paints: [ChartPaint]) -> ChartPaint? {
    part.first.flatMap { $0 }.map { paints[$0] }
  }

  /// Returns the paint that covers most of a part; nil if it is blank.
  private func majority(_ part: ArraySlice<Int?>, _ paints: [ChartPaint]) -> ChartPaint? {
    let painted = part.compactMap(\.self)
    let counts = Dictionary(grouping: painted) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { paints[$0.key] }
  }

  /// Whether no other cell has a paint, so that this one must be visible.
  private func isAlone(_ cell: Int) -> Bool {
    eighths.indices.allSatisfy { $0 / 8 == cell || eighths[$0] == nil }
  }
}
