import Testing

@testable import minuta

/// Tests the cells of bars.
@Suite struct TextBarTests {
  private typealias Part = (start: Double, end: Double, paint: Int)

  private static let color = TerminalStyle(
    ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
    isTerminal: true
  )
  private static let plain = TerminalStyle(["LANG": "C.UTF-8"], isTerminal: false)
  private static let ascii = TerminalStyle([:], isTerminal: false)

  private func text(_ parts: [Part], _ style: TerminalStyle, paints: Int = 2) -> String {
    var bar = TextBar(width: 4)
    for part in parts { bar.paint(from: part.start, to: part.end, part.paint) }
    let all = zip(["#FF0000", "#0000FF"], style.fills).map { ChartPaint(color: $0, fill: $1) }
    return bar.text(Array(all.prefix(paints)), style).replacing("\u{1B}", with: "^")
  }

  @Test(
    arguments: [
      ([], "    "),
      ([(0, 1, 0)], "^[38;5;196m████^[0m"),
      // Five eighths of the second cell.
      ([(0, 0.40625, 0)], "^[38;5;196m█▋^[0m  "),
      // One cell of both colors: the block has the first, the rest of the cell the second.
      ([(0, 0.375, 0), (0.375, 0.5, 1)], "^[38;5;196m█^[0m^[38;5;196;48;5;21m▌^[0m  "),
      // A part that begins within a cell is drawn with inverse colors.
      ([(0.375, 0.5, 1)], " ^[7;38;5;21m▌^[0m  "),
      // The shortest part is an eighth wide.
      ([(0, 0.001, 0)], "^[38;5;196m▏^[0m   "),
    ] as [([(start: Double, end: Double, paint: Int)], String)]
  )
  func `a bar in color is exact to an eighth of a cell`(
    parts: [(start: Double, end: Double, paint: Int)],
    expected: String
  ) {
    #expect(text(parts, Self.color) == expected)
  }

  @Test func `a bar without colors has a character for each series`() {
    let parts: [Part] = [(0, 0.5, 0), (0.5, 0.8, 1)]
    #expect(text(parts, Self.plain) == "██▒ ")
    #expect(text(parts, Self.ascii) == "##= ")
    #expect(text([(0, 0.001, 1)], Self.ascii) == "=   ")
    #expect(text([(0, 0.40625, 0)], Self.plain, paints: 1) == "█▋  ")
  }

  @Test func `marks replace cells, and gaps lie between painted cells`() {
    var bar = TextBar(width: 6)
    bar.paint(from: 0.2, to: 0.3, 0)
    bar.paint(from: 0.7, to: 0.8, 0)
    bar.markGaps(of: bar, ".")
    bar.mark(at: 1, "|")
    let paints = [ChartPaint(color: "#FF0000", fill: "#")]
    #expect(bar.text(paints, Self.ascii) == " #..#|")
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 0, ""),
    ("", 0, ""),
  ])
  func `text is cut to a width in columns`(text: String, width: Int, expected: String) {
    #expect(text.fitted(to: width, Self.color) == expected)
  }
}
