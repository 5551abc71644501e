/// The pages of a report: the charts on the first one, and the comments where they fit.
///
/// If all comments fit below smaller charts, there is one page. Otherwise the charts fill the first
/// page, and the comments begin on the second one.
struct ReportPageSequence {
  /// The elements of each page.
  private(set) var pages: [String] = []
  private let data: ReportData
  private let options: ReportOptions

  /// - Parameter limit: the maximum number of pages; the last one says how many are left out.
  init(_ data: ReportData, _ options: ReportOptions, limit: Int = .max) {
    self.data = data
    self.options = options
    let sections = CommentSection.all(data, options)
    let overview = OverviewPage(data, options)
    if let page = Self.singlePage(overview, sections, options.words) {
      finish([page], limit)
    } else {
      let height = ReportPage.bottom - ReportHeader.otherTop - CommentPages.headingHeight
      let others = CommentPages.pages(sections, options.words, height: height).map { columns in
        var content = SVGContent()
        CommentPages.add(columns, options.words, top: ReportHeader.otherTop, to: &content)
        return content
      }
      finish([overview.content()] + others, limit)
    }
  }

  /// Returns the charts with all comments below them; nil if there are too many.
  private static func singlePage(
    _ overview: OverviewPage,
    _ sections: [CommentSection],
    _ words: ReportWords
  ) -> SVGContent? {
    if sections.isEmpty { return overview.content() }
    for height in stride(from: 330.0, through: 210, by: -20) {
      let bottom = overview.bottom(height: height)
      let room = ReportPage.bottom - bottom - CommentPages.headingHeight
      guard let columns = CommentPages.balanced(sections, height: room) else { continue }
      var content = overview.content(height: height)
      CommentPages.add(columns, words, top: bottom, to: &content)
      return content
    }
    return nil
  }

  private mutating func finish(_ contents: [SVGContent], _ limit: Int) {
    let header = ReportHeader(data: data, options: options)
    for (index, content) in contents.prefix(limit).enumerated() {
      var page = SVGContent()
      page.add(ReportPage.box, "page")
      header.add(page: index, of: contents.count, to: &page)
      page.add(content.text)
      let omitted = index + 1 == limit ? contents.count - limit : 0
      header.addFooter(page: index, of: contents.count, omitted: omitted, to: &page)
      pages.append(page.text)
    }
  }
}
