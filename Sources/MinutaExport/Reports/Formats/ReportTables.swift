import MinutaCore

/// The content of a report as rows of text, for formats without drawings.
struct ReportTables {
  /// The rows of tags: name, duration and share; below them the total, and the clock time if timers
  /// overlapped.
  let tags: RowTable
  /// The rows of days with time or a target: date, duration, and the target if there are any.
  let days: RowTable
  let comments: [Day]

  /// The comments of a day.
  struct Day {
    let heading: String
    let comments: [(tag: String, text: [String])]
  }

  init(_ data: ReportData, _ options: ReportOptions) {
    let (locale, words) = (ReportLocale(options.locale), options.words)
    let untagged = words.text("Untagged")
    let total = DurationFormat.text(seconds: data.totalSeconds)
    let shares = Rounding.distribute(100, over: data.tags.map(\.seconds))
    let rows = zip(data.tags, shares).map { tag, share in
      [
        tag.name ?? untagged, DurationFormat.text(seconds: tag.seconds),
        locale.share(share, ofSeconds: tag.seconds),
      ]
    }
    let totals = [[words.text("Total"), total, data.totalSeconds > 0 ? locale.percent(100) : ""]]
    let clockTime = data.clockTime.map { [[words.text("Clock time"), $0, ""]] } ?? []
    tags = RowTable(
      columns: [
        RowColumn(words.text("Tag")), RowColumn(words.text("Duration"), .duration),
        RowColumn(words.text("Share"), .number),
      ],
      rows: rows + totals + clockTime
    )
    let hasTargets = data.days.contains { $0.dueSeconds ?? 0 > 0 }
    // Nothing is due yet on days to come.
    let shown = data.days.filter { day in
      day.totalSeconds > 0 || day.dueSeconds ?? 0 > 0 && day.day <= options.today
    }
    let dayRows = shown.map { day in
      let target = day.dueSeconds.map { $0 > 0 ? DurationFormat.text(seconds: $0) : "" } ?? ""
      return [locale.fullDay(day.day), DurationFormat.text(seconds: day.totalSeconds)]
        + (hasTargets ? [target] : [])
    }
    let target = hasTargets ? [RowColumn(words.text("Target"), .duration)] : []
    days = RowTable(
      columns: [RowColumn(words.text("Day")), RowColumn(words.text("Duration"), .duration)]
        + target,
      rows: dayRows
    )
    comments = data.comments.consecutive(by: \.day).map { comments in
      Day(
        heading: locale.fullDay(comments[comments.startIndex].day),
        comments: comments.distinct.map { (data.tags[$0.tag].name ?? untagged, $0.lines(words)) }
      )
    }
  }
}

extension Collection<ReportComment> {
  /// The comments of a day without those that a record of the same tag already has.
  fileprivate var distinct: [ReportComment] {
    var known: Set<[String]> = []
    return filter { comment in
      !comment.imageFilenames.isEmpty
        || known.insert([String(comment.tag), comment.comment]).inserted
    }
  }
}

extension ReportComment {
  /// Returns the lines of the comment, and one with the number of its images.
  fileprivate func lines(_ words: ReportWords) -> [String] {
    let lines = comment.split(whereSeparator: \.isNewline).map(String.init)
    let count = imageFilenames.count
    return count == 0 ? lines : lines + ["(\(words.images(count)))"]
  }
}
