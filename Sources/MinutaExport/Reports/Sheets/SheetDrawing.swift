/// Draws a sheet on pages of A4 in portrait.
///
/// The head of the table is repeated on each page, and a row is never divided.
struct SheetDrawing {
  private static let (width, height) = (595.0, 842.0)
  private static let margin = 48.0
  private static let bottom = height - 62
  private static let rowHeight = 16.0
  private static let lineHeight = 11.5
  private static let text = ReportFont(size: 9)
  private static let bold = ReportFont(size: 9, isBold: true)
  private static let small = ReportFont(size: 7.5)
  /// The distance between columns.
  private static let padding = 12.0

  private let sheet: Sheet
  private let widths: [Double]
  private let titleFont: ReportFont
  private var pages: [String] = []
  private var content = SVGContent()
  /// The upper edge of the free part of the page.
  private var y = 0.0

  private init(_ sheet: Sheet) {
    self.sheet = sheet
    (widths, titleFont) = Self.layout(of: sheet)
    addHead()
    addTitles()
    for row in sheet.rows { add(row, Self.text) }
    addTotals()
    for note in sheet.notes { add(note) }
    addSignatures()
    pages.append(content.text)
  }

  static func file(of sheet: Sheet) -> SVGFile {
    SVGFile(
      width: width,
      height: height,
      title: sheet.title,
      description: (sheet.totals.last ?? []).filter { !$0.isEmpty }.joined(separator: " "),
      pages: framed(SheetDrawing(sheet).pages, of: sheet)
    )
  }

  /// Returns the pages with the header, the footer and their numbers.
  private static func framed(_ pages: [String], of sheet: Sheet) -> [String] {
    pages.enumerated().map { index, elements in
      var page = SVGContent()
      page.add(SVGBox(x: 0, y: 0, width: width, height: height), "page")
      page.add(elements)
      let (left, right, y) = (margin, width - margin, height - 32)
      page.addLine(x1: left, y1: y - 12, x2: right, y2: y - 12)
      if index == 0 {
        let header = sheet.text(sheet.header, page: 1, of: pages.count)
        page.add(text.fitted(header, to: right - left), x: left, y: 40, text, "muted")
      }
      let footer = sheet.text(sheet.footer, page: index + 1, of: pages.count)
      let shown = small.fitted(footer.isEmpty ? sheet.title : footer, to: 400)
      page.add(shown, x: left, y: y, small, "muted")
      let place: KeyValuePairs = ["{page}": "\(index + 1)", "{pages}": "\(pages.count)"]
      let hasPage = ReportTemplate.hasPage(sheet.footer)
      let number = hasPage ? "" : sheet.words.text("Page {page} of {pages}", place)
      page.add(number, x: right, y: y, small, "muted", .end)
      return page.text
    }
  }

  /// The smallest width of a column of text.
  private static let textWidth = 96.0

  /// Returns the widths of the columns, and the font of their titles: numbers are as wide as needed,
  /// and texts share the rest.
  ///
  /// Titles that leave too little room for the texts are broken at blanks, and made smaller.
  private static func layout(of sheet: Sheet) -> (widths: [Double], titleFont: ReportFont) {
    let texts = Double(max(1, sheet.columns.count { !$0.isNumber }))
    let room = width - 2 * margin - (sheet.columns.allSatisfy(\.isNumber) ? 0 : texts * textWidth)
    let numbers = sheet.columns.indices.filter { sheet.columns[$0].isNumber }
    let cells = numbers.map { column in
      let texts = (sheet.rows + sheet.totals).map { bold.width($0[column]) + padding }
      let total = sheet.totals.last.map { sheet.totalFont.width($0[column]) + padding }
      return max(texts.max() ?? 0, total ?? 0)
    }
    let titles = numbers.map { sheet.columns[$0].title }
    let words = titles.map { $0.split(separator: " ").map(String.init) }
    let attempts =
      [(titles.map { [$0] }, bold)]
      + [9, 8, 7].map { (words, ReportFont(size: $0, isBold: true)) }
    let tried = attempts.map { parts, font in
      let sizes = parts.map { $0.map { font.width($0) + padding }.max() ?? 0 }
      return (sizes: zip(cells, sizes).map { max($0, $1) }, font: font)
    }
    let best = tried.first { $0.sizes.reduce(0, +) <= room } ?? tried[tried.count - 1]
    // The words of the longest titles are broken where they don't fit in any size.
    let wanted = zip(best.sizes, cells).map { $0 - $1 }
    let free = max(0, room - cells.reduce(0, +))
    let scale = min(1, free / max(1, wanted.reduce(0, +)))
    let sizes = Dictionary(
      uniqueKeysWithValues: zip(numbers, zip(cells, wanted).map { $0 + $1 * scale })
    )
    let rest = (width - 2 * margin - sizes.values.reduce(0, +)) / texts
    return (sheet.columns.indices.map { sizes[$0] ?? rest }, best.font)
  }

  private mutating func addHead() {
    let right = Self.width - Self.margin
    y = 64
    for (index, line) in sheet.sender.enumerated() {
      let (font, style) = index == 0 ? (Self.bold, "ink") : (Self.text, "muted")
      content.add(font.fitted(line, to: 300), x: right, y: y, font, style, .end)
      y += Self.lineHeight
    }
    if !sheet.recipient.isEmpty { y = max(y + 12, 132) }
    for line in sheet.recipient {
      let font = ReportFont(size: 10)
      content.add(font.fitted(line, to: 300), x: Self.margin, y: y, font)
      y += 13
    }
    if !sheet.sender.isEmpty || !sheet.recipient.isEmpty { y += 30 }
    let font = ReportFont(size: 20, isBold: true)
    let room = Self.width - 2 * Self.margin
    content.add(font.fitted(sheet.title, to: room), x: Self.margin, y: y, font)
    y += 20
    let names = sheet.facts.map { Self.text.fitted($0.name, to: room / 2) }
    let indent = (names.map { Self.text.width($0) }.max() ?? 0) + Self.padding
    for (name, fact) in zip(names, sheet.facts) {
      content.add(name, x: Self.margin, y: y, Self.text, "muted")
      content.add(
        Self.text.fitted(fact.value, to: room - indent),
        x: Self.margin + indent,
        y: y,
        Self.text
      )
      y += 13
    }
    y += 8
  }

  private mutating func addTitles() {
    let titles = zip(sheet.columns, widths).map { column, width in
      // A tenth of a point keeps a title that just fits from being broken by rounding.
      titleFont.lines(of: column.title, width: width - Self.padding + 0.1, limit: 6)
    }
    // The last lines stand above the rule.
    let count = titles.map(\.count).max() ?? 1
    add(cells: titles.map { Array(repeating: "", count: count - $0.count) + $0 }, titleFont)
    addRule("strong")
  }

  private mutating func addRule(_ style: String = "rule") {
    content.addLine(x1: Self.margin, y1: y, x2: Self.width - Self.margin, y2: y, style)
  }

  private mutating func add(_ row: [String], _ font: ReportFont) {
    let cells = zip(zip(row, widths), sheet.columns).map { cell, column in
      let room = cell.1 - (column.isNumber ? 0 : Self.padding)
      return column.isNumber
        ? [cell.0] : font.lines(of: cell.0, width: room, limit: 6)
    }
    let lines = cells.map(\.count).max() ?? 1
    startPage(ifLessThan: Self.rowHeight + Double(lines - 1) * Self.lineHeight)
    add(cells: cells, font)
    addRule()
  }

  /// Adds a row; each cell has lines.
  private mutating func add(cells: [[String]], _ font: ReportFont) {
    var x = Self.margin
    for (index, cell) in cells.enumerated() {
      let isNumber = sheet.columns[index].isNumber
      for (line, text) in cell.enumerated() {
        content.add(
          text,
          x: isNumber ? x + widths[index] : x,
          y: y + 11 + Double(line) * Self.lineHeight,
          font,
          "ink",
          isNumber ? .end : .start
        )
      }
      x += widths[index]
    }
    y += Self.rowHeight + Double(max(0, (cells.map(\.count).max() ?? 1) - 1)) * Self.lineHeight
  }

  private mutating func addTotals() {
    startPage(ifLessThan: Self.rowHeight * Double(sheet.totals.count) + 10)
    if !sheet.totals.isEmpty, !sheet.rows.isEmpty { addRule("strong") }
    y += 3
    for (index, row) in sheet.totals.enumerated() {
      let isLast = index == sheet.totals.count - 1
      let font = isLast ? sheet.totalFont : Self.text
      if isLast, index > 0 {
        y += 2
        addRule()
        y += 3
      }
      let cells = zip(row, sheet.columns.indices).map { text, column in
        [sheet.columns[column].isNumber ? text : font.fitted(text, to: widths[column])]
      }
      add(cells: cells, font)
    }
    y += 16
  }

  private mutating func add(_ note: String) {
    let (font, width) = (Self.text, Self.width - 2 * Self.margin)
    let lines = note.split(separator: "\n").flatMap { font.lines(of: $0, width: width, limit: 40) }
    for line in lines {
      startPage(ifLessThan: Self.lineHeight, hasTable: false)
      content.add(line, x: Self.margin, y: y + 10, font)
      y += Self.lineHeight + 1
    }
    y += 8
  }

  private mutating func addSignatures() {
    if sheet.signatures.isEmpty { return }
    startPage(ifLessThan: 60, hasTable: false)
    y += 40
    let gap = 36.0
    let count = Double(sheet.signatures.count)
    let length = (Self.width - 2 * Self.margin - gap * (count - 1)) / count
    for (index, caption) in sheet.signatures.enumerated() {
      let x = Self.margin + Double(index) * (length + gap)
      content.addLine(x1: x, y1: y, x2: x + length, y2: y)
      content.add(Self.small.fitted(caption, to: length), x: x, y: y + 11, Self.small, "muted")
    }
  }

  /// Starts a page if less than a height is free.
  private mutating func startPage(ifLessThan needed: Double, hasTable: Bool = true) {
    if y + needed <= Self.bottom { return }
    pages.append(content.text)
    content = SVGContent()
    y = 56
    if hasTable { addTitles() }
  }
}

extension Sheet {
  /// The font of the last total, which is larger if it's the sum of others.
  fileprivate var totalFont: ReportFont {
    ReportFont(size: totals.count > 1 ? 11 : 9, isBold: true)
  }
}
