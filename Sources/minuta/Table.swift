import MinutaCore
import SystemCalls

/// Rows of cells, set in columns.
struct Table {
  struct Cell {
    let text: String
    var isNumber = false
    /// `#RRGGBB`; shown by a dot before the text where the terminal has colours.
    var color: String?
    /// How far the text is set in, in steps.
    var indentation = 0
  }

  var rows: [[Cell]] = []
  /// The most characters that are shown of a cell.
  var cellLimit = Int.max

  /// The rows as lines.
  func lines(_ console: Console) -> [String] {
    let shown = rows.map { row in row.map { Shown($0, limit: cellLimit, console) } }
    let columns = shown.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      shown.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
    }
    return shown.map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      return trimmed("  " + cells.joined(separator: "  "))
    }
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return line
  }

  private struct Shown {
    let text: String
    let width: Int
    let isNumber: Bool

    init(_ cell: Cell, limit: Int, _ console: Console) {
      let indentation = String(repeating: "  ", count: cell.indentation)
      let plain = indentation + cell.text.forTerminal.shortened(to: limit)
      let dot = cell.color.flatMap(Self.colorCode).map { console.colored("●", $0) + " " }
      let hasDot = console.isColored && dot != nil
      text = hasDot ? (dot ?? "") + plain : plain
      width = plain.displayWidth + (hasDot ? 2 : 0)
      isNumber = cell.isNumber
    }

    func padded(to width: Int) -> String {
      let blanks = String(repeating: " ", count: max(0, width - self.width))
      return isNumber ? blanks + text : text + blanks
    }

    private static func colorCode(_ hex: String) -> String? {
      guard hex.count == 7, let value = Int(hex.dropFirst(), radix: 16) else { return nil }
      return "38;2;\(value >> 16);\(value >> 8 & 255);\(value & 255)"
    }
  }
}
