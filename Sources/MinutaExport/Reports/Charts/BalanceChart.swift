import MinutaCore

/// A bar of the time done, with a mark at the time due.
struct BalanceChart {
  private let balance: ReportBalance
  private let width: Double

  private static let height = 34.0

  init?(_ data: ReportData, _ options: ReportOptions, width: Double) {
    guard let balance = data.balance, balance.dueSeconds > 0 else { return nil }
    self.balance = balance
    self.width = width
  }

  var drawing: SVGDrawing {
    let font = ReportFont(size: 9)
    let difference = DurationText.difference(balance.doneSeconds - balance.dueSeconds)
    var content = SVGContent()
    content.addLine(x1: 0, y1: 6, x2: 12, y2: 6, "target")
    content.add("Target \(DurationFormat.text(seconds: balance.dueSeconds))", x: 16, y: 9, font)
    content.add(difference, x: width, y: 9, ReportFont(size: 9, isBold: true), "ink", .end)
    let longest = Double(max(balance.doneSeconds, balance.dueSeconds))
    let (done, due) = (Double(balance.doneSeconds) / longest, Double(balance.dueSeconds) / longest)
    content.addRectangle(x: 0, y: 18, width: width, height: 6, "track", radius: 3)
    content.addRectangle(x: 0, y: 18, width: width * done, height: 6, "accent", radius: 3)
    content.addLine(x1: width * due, y1: 14, x2: width * due, y2: 28, "target")
    return SVGDrawing(
      width: width,
      height: Self.height,
      title: "Target",
      description: "\(DurationFormat.text(seconds: balance.doneSeconds)) done of "
        + "\(DurationFormat.text(seconds: balance.dueSeconds)) due, balance \(difference).",
      content: content.text
    )
  }
}
