import MinutaCore
import SystemCalls

/// Rows of cells, aligned in columns.
struct Table {
  struct Cell {
    var text: String
    /// The text in a narrow terminal, such as `01:00+1` for `+1 01:00`; nil if it is the same.
    var narrowText: String?
    var isNumber = false
    /// Whether the cell is a command, which is never wrapped, so that it can be copied.
    var isCommand = false
    /// The color as `#RRGGBB`, shown as a bullet if the terminal supports colors.
    var color: String?
    /// The number of steps by which the cell is indented.
    var indentation = 0
    /// The width to which the cell may be cut in a narrow terminal; nil if it is never cut.
    var leastWidth: Int?
  }

  var rows: [[Cell]] = []
  /// The lines above a row, by its index, such as a date and its total; those of the number of rows
  /// stand below all.
  var headings: [Int: [String]] = [:]
  /// The maximum number of characters shown of a cell; longer text is truncated.
  var cellLimit = Int.max

  /// Returns the rows as lines of text.
  ///
  /// - Parameter reserved: the number of columns of the terminal that other text needs.
  func lines(_ console: Console, reserving reserved: Int = 0) -> [String] {
    let shown = rows.map { row in row.map { $0.shown(limit: cellLimit, on: console) } }
    let layout = TableLayout(shown, columns: console.columns.map { $0 - reserved })
    let lines = shown.enumerated().flatMap { index, row in
      headings(above: index, console) + [layout.line(row, console)]
    }
    return lines + headings(above: shown.count, console)
  }

  private func headings(above row: Int, _ console: Console) -> [String] {
    (headings[row] ?? []).map { console.colored($0, "1") }
  }
}

extension Table.Cell {
  /// Creates the cell of a duration.
  init(seconds: Int, _ display: DisplayOptions) {
    self.init(text: display.duration(seconds), isNumber: true)
  }

  /// Creates the cell of a number with a noun, such as `1 record`, that stands in the last column.
  ///
  /// The space after the singular aligns the numbers of the column.
  init(count: Int, _ noun: String) {
    self.init(text: count.counted(noun) + (count == 1 ? " " : ""), isNumber: true)
  }

  /// Returns the cell as it is printed, without a color that the terminal doesn't support.
  func shown(limit: Int, on console: Console) -> Table.Cell {
    var cell = self
    let line = text.markingLineBreaks(console.style.lineBreak).escapedForTerminal
    cell.text =
      String(repeating: "  ", count: indentation)
      + line.shortened(to: limit, mark: console.style.ellipsis)
    if color.flatMap({ console.style.code(of: $0) }) == nil { cell.color = nil }
    return cell
  }
}

/// The widths of a table's columns, which fit the terminal if cells can be cut.
struct TableLayout {
  private var widths: [Int]
  /// Whether a cell of a column has a bullet; the others then leave space for it.
  private let bullets: [Bool]
  private var separator = "  "
  private var isNarrow = false
  /// The width to which every column that may be cut is cut before one is cut further.
  private static let usefulWidth = 20
  /// The width below which a column disappears instead of being cut, if it may.
  private static let shortWidth = 5

  init(_ rows: [[Table.Cell]], columns: Int?) {
    let count = rows.map(\.count).max() ?? 0
    func column(_ index: Int) -> [Table.Cell] {
      rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    widths = (0..<count).map { column($0).map(\.text).widest }
    bullets = (0..<count).map { column($0).contains { $0.color != nil } }
    guard let columns, length > columns else { return }
    let least = (0..<count).map { index in
      let cells = column(index)
      return cells.contains { $0.leastWidth == nil } ? nil : cells.compactMap(\.leastWidth).max()
    }
    let useful = least.map { $0.map { max($0, Self.usefulWidth) } }
    cut(to: columns, useful)
    cut(to: columns, least)
    if length <= columns { return }
    (separator, isNarrow) = (" ", true)
    widths = (0..<count).map { column($0).map { $0.narrowText ?? $0.text }.widest }
    for widths in [useful, least, least.map { $0.map { min($0, 4) } }] { cut(to: columns, widths) }
  }

  private var length: Int {
    let cells = zip(widths, bullets).reduce(0) { $0 + $1.0 + ($1.1 ? 2 : 0) }
    return 2 + cells + separator.count * max(0, widths.count { $0 > 0 } - 1)
  }

  /// Cuts columns from the last to the first until the line fits; a column of 0 disappears.
  private mutating func cut(to columns: Int, _ least: [Int?]) {
    for index in widths.indices.reversed() {
      guard let least = least[index] else { continue }
      let excess = length - columns
      if excess <= 0 { return }
      let cut = max(min(least, widths[index]), widths[index] - excess)
      // A short text that is cut says nothing.
      widths[index] = least == 0 && widths[index] < Self.shortWidth ? 0 : cut
    }
  }

  /// Returns a row as a line of text.
  func line(_ row: [Table.Cell], _ console: Console) -> String {
    let cells = row.indices.filter { widths[$0] > 0 }.map { index in
      let cell = row[index]
      let narrowText = isNarrow ? cell.narrowText : nil
      let text = (narrowText ?? cell.text).fitted(to: widths[index], console.style)
      let bullet = cell.color.map { console.painted(console.style.bullet, $0) } ?? " "
      return (bullets[index] ? "\(bullet) " : "")
        + console.aligned(text, to: widths[index], isNumber: cell.isNumber)
    }
    return "  \(cells.text(separator: separator))".trimmingSpaces
  }
}
