import MinutaCore

/// The title, range and total at the top of a page, and the line at its bottom.
struct ReportHeader {
  let data: ReportData
  let options: ReportOptions

  /// The upper edge of the content of the first page, and of the others.
  static let (firstTop, otherTop) = (112.0, 78.0)

  /// Returns the total as `127h 45m`.
  static func total(_ data: ReportData) -> String {
    DurationFormat.text(seconds: data.totalSeconds)
  }

  /// Adds the header of a page.
  func add(page: Int, of count: Int, to content: inout SVGContent) {
    let right = ReportPage.width - ReportPage.margin
    if page == 0 {
      addFirst(right, of: count, to: &content)
    } else {
      let font = ReportFont(size: 10, isBold: true)
      let small = ReportFont(size: 9)
      let title = font.fitted(data.title, to: 420)
      content.add(title, x: ReportPage.margin, y: 54, font)
      content.add(data.dateRange, x: right, y: 54, small, "muted", .end)
      content.addLine(x1: ReportPage.margin, y1: 62, x2: right, y2: 62)
    }
  }

  private func addFirst(_ right: Double, of count: Int, to content: inout SVGContent) {
    let font = ReportFont(size: 22, isBold: true)
    let small = ReportFont(size: 10)
    let template = ReportTemplate(data, options, of: count)
    let total = Self.total(data)
    let room = ReportPage.contentWidth - font.width(total) - 24
    let above = ReportFont(size: 8.5).fitted(template.text(options.header), to: room)
    content.add(above, x: ReportPage.margin, y: 42, ReportFont(size: 8.5), "muted")
    content.add(font.fitted(data.title, to: room), x: ReportPage.margin, y: 66, font)
    content.add(total, x: right, y: 66, font, "ink", .end)
    content.add(data.dateRange, x: ReportPage.margin, y: 84, small, "muted")
    content.add(counts, x: right, y: 84, small, "muted", .end)
    content.addLine(x1: ReportPage.margin, y1: 96, x2: right, y2: 96)
  }

  private var counts: String {
    let records = data.tags.reduce(0) { $0 + $1.records }
    let days = data.days.filter { $0.totalSeconds > 0 }.count
    let words = options.words
    let counts = words.text(
      "{records} on {days}",
      ["{records}": words.records(records), "{days}": words.days(days)]
    )
    return (data.clockTime.map { "\(words.text("Clock time")): \($0), " } ?? "") + counts
  }

  /// Adds the footer of a page, with the page's number unless the template has it.
  ///
  /// - Parameter omitted: the number of pages after this one that are left out.
  func addFooter(page: Int, of count: Int, omitted: Int = 0, to content: inout SVGContent) {
    let font = ReportFont(size: 7.5)
    let (left, right) = (ReportPage.margin, ReportPage.width - ReportPage.margin)
    let words = options.words
    let note = words.text(
      "{count} more pages are left out of this picture.",
      ["{count}": words.number(omitted)]
    )
    let template = omitted > 0 ? note : options.translatedFooter
    let text = ReportTemplate(data, options, page: page + 1, of: count).text(template)
    let hasPage = ReportTemplate.hasPage(template)
    content.addLine(x1: left, y1: ReportPage.footer - 12, x2: right, y2: ReportPage.footer - 12)
    let room = ReportPage.contentWidth - (hasPage ? 0 : 90)
    content.add(font.fitted(text, to: room), x: left, y: ReportPage.footer, font, "muted")
    let place: KeyValuePairs = ["{page}": "\(page + 1)", "{pages}": "\(count)"]
    let number = hasPage ? "" : words.text("Page {page} of {pages}", place)
    content.add(number, x: right, y: ReportPage.footer, font, "muted", .end)
  }
}
