import MinutaCore
import SystemCalls

/// Rows of cells, aligned in columns.
struct Table {
  struct Cell {
    /// The content, which is formatted as the user chose.
    enum Content {
      case text(String)
      /// A duration in seconds.
      case duration(Int)
      case time(CivilTime, daysLater: Int)
      /// The arrow between an old and a new value.
      case arrow
    }

    let content: Content
    var isNumber = false
    /// The color as `#RRGGBB`, shown as a bullet if the terminal supports colors.
    var color: String?
    /// The number of steps by which the cell is indented.
    var indentation = 0
    /// The width to which the cell may be cut in a narrow terminal; nil if it is never cut.
    var leastWidth: Int?

    init(
      text: String,
      isNumber: Bool = false,
      color: String? = nil,
      indentation: Int = 0,
      leastWidth: Int? = nil
    ) {
      content = .text(text)
      self.isNumber = isNumber
      self.color = color
      self.indentation = indentation
      self.leastWidth = leastWidth
    }

    /// Creates the cell of a duration.
    init(seconds: Int) {
      content = .duration(seconds)
      isNumber = true
    }

    /// Creates the cell of a number with a noun, such as `1 record`, that stands in the last column.
    ///
    /// The space after the singular aligns the numbers of the column.
    init(count: Int, _ noun: String) {
      self.init(text: count.counted(noun) + (count == 1 ? " " : ""), isNumber: true)
    }

    static let arrow = Cell(content: .arrow)

    /// The text; nil if the cell has another content.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// The seconds of a duration; nil if the cell has another content.
    var seconds: Int? { if case .duration(let seconds) = content { seconds } else { nil } }

    var isEmpty: Bool { text == "" }

    private init(content: Content) { self.content = content }

    /// Creates the cell of a time of day.
    ///
    /// - Parameter days: the number of days after the date above the row, such as 1 in `+1 01:00`.
    init(time: CivilTime, daysLater days: Int = 0) {
      content = .time(time, daysLater: days)
      isNumber = true
    }
  }

  var rows: [[Cell]] = []
  /// The lines above a row, by its index, such as a date and its total; those of the number of rows
  /// stand below all.
  var headings: [Int: [[Cell]]] = [:]
  /// The maximum number of characters shown of a cell; longer text is truncated.
  var cellLimit = Int.max

  /// Returns the rows as lines of text.
  ///
  /// - Parameter reserved: the number of columns of the terminal that other text needs.
  func lines(_ console: Console, reserving reserved: Int = 0) -> [String] {
    let shown = rows.map { row in row.map { RenderedCell($0, limit: cellLimit, console) } }
    let layout = TableLayout(shown, columns: console.columns.map { $0 - reserved })
    let lines = shown.enumerated().flatMap { index, row in
      let line = layout.line(row, console)
      return (headings[index] ?? []).map { heading($0, console) } + [line]
    }
    return lines + (headings[shown.count] ?? []).map { heading($0, console) }
  }

  private func heading(_ cells: [Cell], _ console: Console) -> String {
    let texts = cells.map { RenderedCell($0, limit: cellLimit, console).text }
    return console.colored(texts.joined(separator: "  "), "1")
  }
}

/// A cell as it is printed.
struct RenderedCell {
  let bullet: String?
  let text: String
  /// The text in a narrow terminal, such as `01:00+1` for `+1 01:00`.
  let narrowText: String
  let isNumber: Bool
  let leastWidth: Int?

  init(_ cell: Table.Cell, limit: Int, _ console: Console) {
    let content =
      switch cell.content {
      case .text(let text): text.markingLineBreaks(console.style.lineBreak)
      case .duration(let seconds): console.display.duration(seconds)
      case .time(let time, 0): console.display.time(time)
      case .time(let time, let days): "+\(days) \(console.display.time(time))"
      case .arrow: console.style.arrow
      }
    let indentation = String(repeating: "  ", count: cell.indentation)
    text =
      indentation
      + content.escapedForTerminal.shortened(to: limit, mark: console.style.ellipsis)
    if case .time(let time, let days) = cell.content, days != 0 {
      narrowText = "\(console.display.time(time))+\(days)"
    } else {
      narrowText = text
    }
    let code = cell.color.flatMap { console.style.code(of: $0) }
    bullet = code.map { console.colored(console.style.bullet, $0) + " " }
    isNumber = cell.isNumber
    leastWidth = cell.leastWidth
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

  init(_ rows: [[RenderedCell]], columns: Int?) {
    let count = rows.map(\.count).max() ?? 0
    func column(_ index: Int) -> [RenderedCell] {
      rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    widths = (0..<count).map { column($0).map(\.text).widest }
    bullets = (0..<count).map { column($0).contains { $0.bullet != nil } }
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
    widths = (0..<count).map { column($0).map(\.narrowText).widest }
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
  func line(_ row: [RenderedCell], _ console: Console) -> String {
    let cells = row.indices.filter { widths[$0] > 0 }.map { index in
      let cell = row[index]
      let text = (isNarrow ? cell.narrowText : cell.text).fitted(to: widths[index], console.style)
      let start = bullets[index] ? cell.bullet ?? "  " : ""
      return start + console.aligned(text, to: widths[index], isNumber: cell.isNumber)
    }
    return "  \(cells.text(separator: separator))".trimmingSpaces
  }
}
