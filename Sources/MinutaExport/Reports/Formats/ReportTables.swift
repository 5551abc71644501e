import MinutaCore

/// The content of a report as rows of text, for formats without drawings.
struct ReportTables {
  /// The rows of tags: name, duration and share; the last one is the total.
  let tags: [[String]]
  /// The rows of days with time or a target: date, duration, and the target if there are any.
  let days: [[String]]
  let hasTargets: Bool
  let comments: [Day]
  /// The sentence about comments that were left out; nil if there are none.
  let omittedNote: String?

  /// The comments of a day.
  struct Day {
    let heading: String
    var comments: [(tag: String, text: [String])]
  }

  init(_ data: ReportData, _ options: ReportOptions) {
    let locale = ReportLocale(options.locale)
    let total = DurationFormat.text(seconds: data.totalSeconds)
    let shares = ShareChart.percentages(of: data.tags.map(\.seconds))
    let rows = zip(data.tags, shares).map { tag, share in
      [tag.name ?? "Untagged", DurationFormat.text(seconds: tag.seconds), locale.percent(share)]
    }
    tags = rows + [["Total", total, data.totalSeconds > 0 ? locale.percent(100) : ""]]
    let hasTargets = data.days.contains { $0.dueSeconds ?? 0 > 0 }
    self.hasTargets = hasTargets
    let shown = data.days.filter { $0.totalSeconds > 0 || $0.dueSeconds ?? 0 > 0 }
    days = shown.map { day in
      let target = day.dueSeconds.map { $0 > 0 ? DurationFormat.text(seconds: $0) : "" } ?? ""
      return [locale.fullDay(day.day), DurationFormat.text(seconds: day.totalSeconds)]
        + (hasTargets ? [target] : [])
    }
    comments = Self.comments(data, locale)
    omittedNote =
      data.omittedComments == 0
      ? nil : "\(data.omittedComments) more comments are left out."
  }

  private static func comments(_ data: ReportData, _ locale: ReportLocale) -> [Day] {
    var days: [Day] = []
    var last: Int?
    for comment in data.comments {
      var text = comment.comment.split(whereSeparator: \.isNewline).map(String.init)
      if !comment.imageFilenames.isEmpty {
        text.append("(\(comment.imageFilenames.joined(separator: ", ")))")
      }
      if comment.day != last {
        days.append(Day(heading: locale.fullDay(comment.day), comments: []))
        last = comment.day
      }
      let tag = data.tags[comment.tag].name ?? "Untagged"
      days[days.count - 1].comments.append((tag, text))
    }
    return days
  }
}
