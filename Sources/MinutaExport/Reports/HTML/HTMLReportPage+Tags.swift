import MinutaCore

/// The tags with their shares and colors.
extension HTMLReportPage {
  /// The rules that set the color of each series of the charts.
  var seriesStyle: String {
    let rules = series.items.enumerated().map { index, item in
      let pattern = item.mark == 0 ? "" : ";--pattern:var(--pattern\(item.mark))"
      return ".s\(index){--tag:\(item.color)\(pattern)}\n"
    }
    return rules.joined()
  }

  /// Returns the attribute that gives an element the color of a tag.
  func colorClass(ofTag tag: Int) -> String { "class=s\(series.index(ofTag: tag))" }

  /// Returns the name of a tag as HTML.
  func name(ofTag tag: Int) -> String {
    (data.tags[tag].name ?? words.text("Untagged")).isolatedHTML
  }

  var tagSection: String {
    guard showsTags else { return "" }
    let shares = Rounding.distribute(100, over: data.tags.map(\.seconds))
    let rows = zip(data.tags, shares).enumerated().map { index, row in
      let (tag, share) = row
      return "<tr \(colorClass(ofTag: index))><th scope=row>\(name(ofTag: index))"
        + "<td class=detail data-v=\(tag.records)>\(words.number(tag.records))<td data-v=\(tag.seconds)>"
        + "\(locale.share(share, ofSeconds: tag.seconds).htmlText)\(durationCell(tag.seconds))\n"
    }
    let records = data.tags.map(\.records).reduce(0, +)
    let total =
      "<td class=detail>\(words.number(records))<td>\(data.totalSeconds > 0 ? locale.percent(100).htmlText : "")"
      + durationCell(data.totalSeconds)
    return section(
      "tags",
      "Tags",
      [Column(title: "Tag")],
      sums: [
        Column(title: "Records", kind: .numberDetail), Column(title: "Share", kind: .number),
        Column(title: "Duration", kind: .number),
      ],
      ["<tbody>\n\(rows.joined())</tbody>\n"],
      total: total
    )
  }
}
