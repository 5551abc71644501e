import MinutaCore

/// The tags with their shares and colors.
extension HTMLReportPage {
  /// The rules that set the color of each series of the charts.
  var seriesStyle: String {
    let rules = series.items.enumerated().map { index, item in
      let pattern = item.pattern == nil ? "" : ";--pattern:var(--pattern\(index % 6))"
      return ".s\(index){--tag:\(item.color)\(pattern)}\n"
    }
    return rules.joined()
  }

  /// Returns the attribute that gives an element the color of a tag.
  func colorClass(ofTag tag: Int) -> String { "class=s\(series.index(ofTag: tag))" }

  /// Returns the name of a tag as HTML.
  func name(ofTag tag: Int) -> String { data.tags[tag].name?.htmlText ?? "Untagged" }

  var tagSection: String {
    guard showsTags else { return "" }
    let shares = ShareChart.percentages(of: data.tags.map(\.seconds))
    let rows = zip(data.tags, shares).enumerated().map { index, row in
      let (tag, share) = row
      return "<tr \(colorClass(ofTag: index))><th scope=row class=tag>\(name(ofTag: index))"
        + "<td data-v=\(tag.records)>\(tag.records)<td data-v=\(tag.seconds)>"
        + "\(locale.percent(share).htmlText)\(durationCell(tag.seconds))\n"
    }
    let records = data.tags.map(\.records).reduce(0, +)
    let total =
      "<td>\(records)<td>\(data.totalSeconds > 0 ? locale.percent(100).htmlText : "")"
      + durationCell(data.totalSeconds)
    let numbers = ["Records", "Share", "Duration"].map { Column(title: $0, kind: .number) }
    return section(
      "tags",
      "Tags",
      """
      <table class="tags">
      \(head([Column(title: "Tag")] + numbers))<tbody>
      \(rows.joined())</tbody>
      <tfoot>
      \(sumRow("Total", 1, total, scope: "row"))</tfoot>
      </table>

      """
    )
  }
}
