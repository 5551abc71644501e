import MinutaCore

/// The totals at the top of the page.
extension HTMLReportPage {
  var totals: String {
    let items = figures.map { "<div><dt>\($0.title)</dt><dd>\($0.value)</dd></div>\n" }
    return "<dl class=\"totals\">\n\(items.joined())</dl>\n"
  }

  private var figures: [(title: String, value: String)] {
    var figures = [("Total", DurationFormat.text(seconds: data.totalSeconds))]
    if let balance = data.balance {
      figures.append(("Target", DurationFormat.text(seconds: balance.dueSeconds)))
      let difference = balance.doneSeconds - balance.dueSeconds
      figures.append(("Balance", DurationText.difference(difference)))
    }
    let worked = data.days.filter { $0.totalSeconds > 0 }.count
    figures.append(("Days with records", "\(worked)"))
    if worked > 0 {
      let average = DurationFormat.text(seconds: data.totalSeconds / worked)
      figures.append(("Average of these days", average))
    }
    figures.append(("Records", "\(data.tags.map(\.records).reduce(0, +))"))
    return figures
  }
}
