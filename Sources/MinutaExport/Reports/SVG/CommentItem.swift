/// A comment with its tag and thumbnails, as lines for a column.
struct CommentItem {
  private var tag = ""
  /// The series whose color stands before the tag; nil for a note.
  private var series: ChartSeries.Item?
  private var lines: [String]
  private var style = "ink"
  private var isRightToLeft = false
  private var thumbnails: [Thumbnail] = []

  private static let font = ReportFont(size: 8.5)
  private static let tagFont = ReportFont(size: 7.5, isBold: true)
  private static let (tagHeight, lineHeight, gap) = (11.0, 10.5, 6.0)
  private static let thumbnailSize = 80.0

  init(
    _ comment: ReportComment,
    _ tag: ReportTag,
    _ series: ChartSeries,
    _ words: ReportWords,
    _ images: inout ThumbnailReader
  ) {
    self.series = series.items[series.index(ofTag: comment.tag)]
    let name = tag.name ?? words.text("Untagged")
    self.tag = Self.tagFont.fittedName(name, to: ReportPage.columnWidth - 12)
    lines = Self.lines(of: comment.comment)
    isRightToLeft = comment.comment.isRightToLeft
    thumbnails = images.thumbnails(of: comment)
    let rest = comment.imageFilenames.count - thumbnails.count
    if rest > 0 {
      let text = thumbnails.isEmpty ? words.images(rest) : words.moreImages(rest)
      lines.append("(\(text))")
    }
  }

  /// Creates a note without a tag.
  init(note: String) {
    lines = Self.lines(of: note)
    style = "muted"
  }

  private static func lines(of text: String) -> [String] {
    font.lines(of: text, width: ReportPage.columnWidth, limit: 4)
  }

  var height: Double {
    (series == nil ? 0 : Self.tagHeight) + Double(lines.count) * Self.lineHeight
      + Double(imageRows) * (Self.thumbnailSize + 4) + Self.gap
  }

  /// The number of thumbnails in a row.
  private static let rowLength = Int((ReportPage.columnWidth + 4) / (thumbnailSize + 4))

  private var imageRows: Int { (thumbnails.count + Self.rowLength - 1) / Self.rowLength }

  func add(x: Double, y: Double, to content: inout SVGContent) {
    var y = y
    if let series {
      content.add(SVGBox(x: x, y: y + 1, width: 7, height: 7), of: series, radius: 3.5)
      content.add(tag, x: x + 11, y: y + 7.5, Self.tagFont, "muted")
      y += Self.tagHeight
    }
    for line in lines {
      content.add(line, x: x, y: y + 8, Self.font, style, isRightToLeft: isRightToLeft)
      y += Self.lineHeight
    }
    for (index, thumbnail) in thumbnails.enumerated() {
      let step = Self.thumbnailSize + 4
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.rowLength)
      let (x, y) = (x + Double(column) * step, y + Double(row) * step)
      thumbnail.add(x: x, y: y, size: Self.thumbnailSize, to: &content)
    }
  }
}
