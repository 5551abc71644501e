import Foundation
import MinutaCore

/// The body of the page for a report.
struct HTMLReportPage {
  let data: ReportData
  let options: ReportOptions
  /// The tags as the charts show them; the tables use the same colors.
  let series: ChartSeries
  let locale: ReportLocale
  /// The end of a running timer.
  let now: String
  /// The numbers of images of the records that have some.
  let imageCounts: [UUID: Int]

  init(data: ReportData, options: ReportOptions) {
    self.data = data
    self.options = options
    series = ChartSeries(data.tags, options.words)
    locale = ReportLocale(options.locale)
    now = options.words.text("now").htmlText
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
      case numberDetail = "number detail"
      case picture = "detail unsorted"
    }

    /// The title in English.
    let title: String
    var kind = Kind.text
    /// The name by which the script knows the column; nil if it needs none.
    var key: String?
  }

  var words: ReportWords { options.words }

  var showsRecords: Bool { !data.records.isEmpty && !options.hidden.contains(.records) }
  var showsTags: Bool { !data.tags.isEmpty && !options.hidden.contains(.tags) }
  var showsTimes: Bool { !options.hidden.contains(.times) }
  var showsComments: Bool { !options.hidden.contains(.comments) }

  var body: String {
    let template = ReportTemplate(data, options)
    let header = options.header.isEmpty ? "" : "<p>\(template.text(options.header).htmlText)</p>\n"
    return """
      <header>
      \(header)<h1 dir="auto">\(data.title.isolatedHTML)</h1>
      <p dir="auto">\(data.dateRange.htmlText)</p>
      </header>
      <main>
      \(totals)\(charts)\(tagSection)\(HTMLDayTable(self).section)\(recordSection)</main>
      <footer>
      <p>\(template.text(options.translatedFooter).htmlText)</p>
      <p>\(notes.joined(separator: " ").htmlText)</p>
      </footer>

      """
  }

  private var notes: [String] {
    [
      words.text("Totals are exact to the second; minutes are rounded down."),
      words.text(
        "A record that continues after the end of a day counts on both days and is listed on the first."
      ),
    ]
  }

  /// Returns a section with a heading and a table.
  ///
  /// - Parameters:
  ///   - id: the name of the section, and of the table's class.
  ///   - title: the heading in English.
  ///   - columns: the columns that the title of the total covers.
  ///   - sums: the columns with sums.
  ///   - groups: the elements with the rows.
  ///   - total: the cells of the total.
  ///   - others: other classes of the table, each with a blank before it.
  ///   - tools: the elements before the table.
  func section(
    _ id: String,
    _ title: String,
    _ columns: [Column],
    sums: [Column],
    _ groups: [String],
    total: String,
    classes others: String = "",
    tools: String = ""
  ) -> String {
    """
    <section aria-labelledby="\(id)">
    <h2 id="\(id)">\(words.text(title).htmlText)</h2>
    \(tools)<table class="\(id)\(others)">
    \(head(columns + sums))\(groups.joined())<tfoot>
    \(sumRow(words.text("Total"), columns.count, total, scope: "row"))</tfoot>
    </table>
    </section>

    """
  }

  /// Returns the head of a table; columns of numbers are aligned right.
  private func head(_ columns: [Column]) -> String {
    let cells = columns.map { column in
      let style = column.kind == .text ? "" : " class=\"\(column.kind.rawValue)\""
      let key = column.key.map { " data-k=\($0)" } ?? ""
      return "<th scope=col\(style)\(key)>\(words.text(column.title).htmlText)"
    }
    return "<thead><tr>\(cells.joined())</tr></thead>\n"
  }

  /// Returns a row with a sum.
  ///
  /// - Parameters:
  ///   - title: the title as text.
  ///   - columns: the number of columns before the cells.
  func sumRow(
    _ title: String,
    _ columns: Int,
    _ cells: String,
    scope: String = "rowgroup"
  ) -> String {
    "<tr class=group><th scope=\(scope) colspan=\(columns)>\(title.htmlText)\(cells)</tr>\n"
  }

  /// Returns a cell with a duration, which the script sorts by its seconds.
  func durationCell(_ seconds: Int, isDetail: Bool = false) -> String {
    let style = isDetail ? " class=detail" : ""
    return "<td\(style) data-v=\(seconds)>\(DurationFormat.text(seconds: seconds))"
  }

  /// Returns a cell with the difference of two durations.
  func differenceCell(_ seconds: Int) -> String {
    "<td data-v=\(seconds)\(seconds < 0 ? " class=less" : "")>\(DurationText.difference(seconds))"
  }
}
