import MinutaCore

/// A bar of the time done, with a mark at the time due.
struct BalanceChart {
  private let balance: ReportBalance
  private let words: ReportWords
  private let width: Double

  private static let height = 34.0

  init?(_ data: ReportData, _ options: ReportOptions, width: Double) {
    guard let balance = data.balance, balance.dueSeconds > 0 else { return nil }
    self.balance = balance
    words = options.words
    self.width = width
  }

  var drawing: SVGDrawing {
    let font = ReportFont(size: 9)
    let (done, due) = (Double(balance.doneSeconds), Double(balance.dueSeconds))
    let values: KeyValuePairs = [
      "{done}": DurationFormat.text(seconds: balance.doneSeconds),
      "{due}": DurationFormat.text(seconds: balance.dueSeconds),
      "{difference}": DurationText.difference(balance.doneSeconds - balance.dueSeconds),
    ]
    let (target, difference) = (values[1].value, values[2].value)
    var content = SVGContent()
    content.addLine(x1: 0, y1: 6, x2: 12, y2: 6, "target")
    content.add(words.text("Target {time}", ["{time}": target]), x: 16, y: 9, font)
    content.add(difference, x: width, y: 9, ReportFont(size: 9, isBold: true), "ink", .end)
    let scale = width / max(done, due)
    content.add(SVGBox(x: 0, y: 18, width: width, height: 6), "track", radius: 3)
    content.add(SVGBox(x: 0, y: 18, width: scale * done, height: 6), "accent", radius: 3)
    content.addLine(x1: scale * due, y1: 14, x2: scale * due, y2: 28, "target")
    return SVGDrawing(
      width: width,
      height: Self.height,
      title: words.text("Target"),
      description: words.text("{done} done of {due} due, balance {difference}.", values),
      content: content.text
    )
  }
}
