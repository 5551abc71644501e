import MinutaCore
import SystemCalls

/// Rows of cells, aligned in columns.
struct Table {
  struct Cell {
    let text: String
    var isNumber = false
    /// The color as `#RRGGBB`, shown as a bullet if the terminal supports colors.
    var color: String?
    /// The number of steps by which the cell is indented.
    var indentation = 0
  }

  var rows: [[Cell]] = []
  /// The maximum number of characters shown of a cell; longer text is truncated.
  var cellLimit = Int.max

  /// Returns the rows as lines of text.
  func lines(_ console: Console) -> [String] {
    let shown = rows.map { row in row.map { RenderedCell($0, limit: cellLimit, console) } }
    let columns = shown.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      shown.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
    }
    let bullets = (0..<columns).map { column in
      shown.contains { $0.indices.contains(column) && $0[column].bullet != nil }
    }
    return shown.map { row in
      let cells = row.indices.map { row[$0].padded(to: widths[$0], hasBullets: bullets[$0]) }
      return trimmed("  " + cells.joined(separator: "  "))
    }
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return line
  }

  private struct RenderedCell {
    let bullet: String?
    let text: String
    let width: Int
    let isNumber: Bool

    init(_ cell: Cell, limit: Int, _ console: Console) {
      let indentation = String(repeating: "  ", count: cell.indentation)
      let plain =
        indentation
        + cell.text.escapedForTerminal
        .shortened(to: limit, mark: console.style.ellipsis)
      let code = cell.color.flatMap(console.style.code)
      bullet = code.map { console.colored(console.style.bullet, $0) + " " }
      text = plain
      width = plain.displayWidth
      isNumber = cell.isNumber
    }

    /// Returns the text padded to a width.
    ///
    /// - Parameter hasBullets: whether a cell of the column has a bullet; others then leave space for it.
    func padded(to width: Int, hasBullets: Bool) -> String {
      let blanks = String(repeating: " ", count: max(0, width - self.width))
      let start = hasBullets ? bullet ?? "  " : ""
      return start + (isNumber ? blanks + text : text + blanks)
    }
  }
}
