import Foundation
import MinutaCore

/// The body of the page for a report.
struct HTMLReportPage {
  let data: ReportData
  let options: ReportOptions
  /// The tags as the charts show them; the tables use the same colors.
  let series: ChartSeries
  let locale: ReportLocale
  /// The numbers of images of the records that have some.
  let imageCounts: [UUID: Int]

  init(data: ReportData, options: ReportOptions) {
    self.data = data
    self.options = options
    series = ChartSeries(data)
    locale = ReportLocale(options.locale)
    let images = data.comments.filter { !$0.imageFilenames.isEmpty }
    imageCounts = images.reduce(into: [:]) { counts, comment in
      if let id = comment.recordId { counts[id] = comment.imageFilenames.count }
    }
  }

  /// A column of a table.
  struct Column {
    /// The content of a column, which decides about its side and order.
    enum Kind: String {
      case number
      case text
      /// A cell that a narrow screen leaves out.
      case detail
      case picture = "detail unsorted"
    }

    let title: String
    var kind = Kind.text
  }

  var showsRecords: Bool { !data.records.isEmpty && !options.hidden.contains(.records) }
  var showsTags: Bool { !data.tags.isEmpty && !options.hidden.contains(.tags) }
  var showsTimes: Bool { !options.hidden.contains(.times) }
  var showsComments: Bool { !options.hidden.contains(.comments) }

  var body: String {
    let template = ReportTemplate(data, options)
    let header = options.header.isEmpty ? "" : "<p>\(template.text(options.header).htmlText)</p>\n"
    return """
      <header>
      \(header)<h1 dir="auto">\(data.title.htmlText)</h1>
      <p dir="auto">\(data.dateRange.htmlText)</p>
      </header>
      <main>
      \(totals)\(charts)\(tagSection)\(HTMLDayTable(self).section)\(recordSection)</main>
      <footer>
      <p>\(template.text(options.footer).htmlText)</p>
      <p>Totals are exact to the second; minutes are rounded down. A record that continues after \
      the end of a day counts on both days and is listed on the first.</p>
      </footer>

      """
  }

  /// Returns a section with a heading.
  func section(_ id: String, _ title: String, _ content: String) -> String {
    """
    <section aria-labelledby="\(id)">
    <h2 id="\(id)">\(title)</h2>
    \(content)</section>

    """
  }

  /// Returns the head of a table; columns of numbers are aligned right.
  func head(_ columns: [Column]) -> String {
    let cells = columns.map { column in
      let style = column.kind == .text ? "" : " class=\"\(column.kind.rawValue)\""
      return "<th scope=col\(style)>\(column.title)"
    }
    return "<thead><tr>\(cells.joined())</tr></thead>\n"
  }

  /// Returns a row with a sum.
  ///
  /// - Parameter columns: the number of columns before the cells.
  func sumRow(
    _ title: String,
    _ columns: Int,
    _ cells: String,
    scope: String = "rowgroup"
  ) -> String {
    "<tr class=group><th scope=\(scope) colspan=\(columns)>\(title)\(cells)</tr>\n"
  }

  /// Returns a cell with a duration, which the script sorts by its seconds.
  func durationCell(_ seconds: Int) -> String {
    "<td data-v=\(seconds)>\(DurationFormat.text(seconds: seconds))"
  }

  /// Returns a cell with the difference of two durations.
  func differenceCell(_ seconds: Int) -> String {
    "<td data-v=\(seconds)\(seconds < 0 ? " class=less" : "")>\(DurationText.difference(seconds))"
  }
}
