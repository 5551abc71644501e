import MinutaCore

/// The content of a report as rows of text, for formats without drawings.
struct ReportTables {
  /// The rows of tags: name, duration and share; the last one is the total.
  let tags: [[String]]
  /// The rows of days with time or a target: date, duration, and the target if there are any.
  let days: [[String]]
  let hasTargets: Bool
  let comments: [Day]

  /// The comments of a day.
  struct Day {
    let heading: String
    let comments: [(tag: String, text: [String])]
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
    comments = data.comments.consecutive(by: \.day).map { comments in
      Day(
        heading: locale.fullDay(comments[comments.startIndex].day),
        comments: comments.map { (data.tags[$0.tag].name ?? "Untagged", $0.lines) }
      )
    }
  }
}

extension ReportComment {
  /// The lines of the comment, and one with the number of its images.
  fileprivate var lines: [String] {
    let lines = comment.split(whereSeparator: \.isNewline).map(String.init)
    let count = imageFilenames.count
    return count == 0 ? lines : lines + ["(\(count) image\(count == 1 ? "" : "s"))"]
  }
}
