/// The comments of a report in three columns, in which the comments of a day stay together.
enum CommentPages {
  /// The sections of each of the three columns of a page.
  typealias Columns = [[CommentSection]]

  static let headingHeight = 16.0
  private static let columnCount = 3
  private static let sectionGap = 6.0

  /// Returns the columns of each page; those of the last one have about the same height.
  static func pages(
    _ sections: [CommentSection],
    _ words: ReportWords,
    height: Double
  ) -> [Columns] {
    var rest = sections.flatMap { split($0, words, height: height) }[...]
    var pages: [Columns] = []
    while !rest.isEmpty {
      if let last = balanced(Array(rest), height: height) { return pages + [last] }
      let (columns, count) = fill(rest, height: height)
      pages.append(columns)
      rest = rest.dropFirst(count)
    }
    return pages
  }

  /// Adds the comments of a page, with a caption.
  static func add(
    _ columns: Columns,
    _ words: ReportWords,
    top: Double,
    to content: inout SVGContent
  ) {
    let font = ReportFont(size: 9, isBold: true)
    content.add(words.text("Comments"), x: ReportPage.margin, y: top + 6, font, "muted")
    for (index, sections) in columns.enumerated() {
      var y = top + headingHeight
      for section in sections {
        section.add(x: ReportPage.x(ofColumn: index), y: y, to: &content)
        y += section.height + sectionGap
      }
    }
  }

  /// Returns the columns with the smallest height that holds all sections; nil if `height` doesn't.
  static func balanced(_ sections: [CommentSection], height: Double) -> Columns? {
    let sum = sections.reduce(0) { $0 + $1.height + sectionGap }
    let tallest = sections.map(\.height).max() ?? 0
    if tallest > height || sum > (height + sectionGap) * Double(columnCount) { return nil }
    var tried = max(tallest, sum / Double(columnCount) - sectionGap)
    while tried <= height {
      let (columns, count) = fill(sections[...], height: tried)
      if count == sections.count { return columns }
      tried = tried == height ? height + 1 : min(height, tried + 6)
    }
    return nil
  }

  /// Fills the columns of a page one after the other, and returns the number of sections in them.
  private static func fill(
    _ sections: ArraySlice<CommentSection>,
    height: Double
  ) -> (columns: Columns, count: Int) {
    var columns: Columns = [[]]
    var used = 0.0
    for (index, section) in sections.enumerated() {
      if used + section.height > height, used > 0 {
        if columns.count == columnCount { return (columns, index) }
        columns.append([])
        used = 0
      }
      columns[columns.count - 1].append(section)
      used += section.height + sectionGap
    }
    return (columns, sections.count)
  }

  /// Divides a day that is taller than a column.
  private static func split(
    _ section: CommentSection,
    _ words: ReportWords,
    height: Double
  ) -> [CommentSection] {
    if section.height <= height { return [section] }
    let heading = words.text("{day} (continued)", ["{day}": section.heading])
    var parts = [CommentSection(heading: section.heading, items: [])]
    for item in section.items {
      let last = parts[parts.count - 1]
      if last.height + item.height > height, !last.items.isEmpty {
        parts.append(CommentSection(heading: heading, items: [item]))
      } else {
        parts[parts.count - 1].items.append(item)
      }
    }
    return parts
  }
}
