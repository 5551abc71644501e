/// The comments of a day, or a note, as lines for a column.
struct CommentSection {
  /// The day as text; empty for a note.
  var heading: String
  var items: [CommentItem]

  static let headingHeight = 19.0

  var height: Double {
    (heading.isEmpty ? 0 : Self.headingHeight) + items.reduce(0) { $0 + $1.height }
  }

  func add(x: Double, y: Double, to content: inout SVGContent) {
    var y = y
    if !heading.isEmpty {
      let font = ReportFont(size: 8.5, isBold: true)
      content.add(heading, x: x, y: y + 8, font)
      content.addLine(x1: x, y1: y + 12, x2: x + ReportPage.columnWidth, y2: y + 12)
      y += Self.headingHeight
    }
    for item in items {
      item.add(x: x, y: y, to: &content)
      y += item.height
    }
  }
}

extension CommentSection {
  /// Returns the sections of a report's comments, in the order of days.
  static func all(_ data: ReportData, _ options: ReportOptions) -> [CommentSection] {
    let words = options.words
    let series = ChartSeries(data.tags, words)
    let locale = ReportLocale(options.locale)
    var images = ThumbnailReader(options.images)
    let sections = data.comments.consecutive(by: \.day).map { comments in
      CommentSection(
        heading: locale.fullDay(comments[comments.startIndex].day),
        items: comments.map { CommentItem($0, data.tags[$0.tag], series, words, &images) }
      )
    }
    if !data.omitsComments { return sections }
    let note = words.text(
      "The comments of more than {count} records are left out.",
      ["{count}": words.number(ReportFormat.drawnCommentLimit)]
    )
    return sections + [CommentSection(heading: "", items: [CommentItem(note: note)])]
  }
}
