import MinutaCore

/// The totals at the top of the page.
extension HTMLReportPage {
  var totals: String {
    let items = figures.map { figure in
      "<div><dt>\(words.text(figure.title).htmlText)</dt><dd>\(figure.value)</dd></div>\n"
    }
    return "<dl class=\"totals\">\n\(items.joined())</dl>\n"
  }

  /// The English titles with their values.
  private var figures: [(title: String, value: String)] {
    var figures = [("Total", DurationFormat.text(seconds: data.totalSeconds))]
    if let clockTime = data.clockTime { figures.append(("Clock time", clockTime)) }
    if let balance = data.balance {
      figures.append(("Target", DurationFormat.text(seconds: balance.dueSeconds)))
      let difference = balance.doneSeconds - balance.dueSeconds
      figures.append(("Balance", DurationText.difference(difference)))
    }
    let worked = data.days.filter { $0.totalSeconds > 0 }.count
    figures.append(("Days with records", words.number(worked)))
    if worked > 0 {
      let average = DurationFormat.text(seconds: data.totalSeconds / worked)
      figures.append(("Average of these days", average))
    }
    figures.append(("Records", words.number(data.tags.map(\.records).reduce(0, +))))
    return figures
  }
}
