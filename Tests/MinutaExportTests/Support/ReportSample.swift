import Foundation
import MinutaCore

@testable import MinutaExport

/// Reports for tests, without a store.
enum ReportSample {
  /// Monday, 2 November 2026, in days since 1970-01-01.
  static let monday = 20_759

  static func options(hidden: Set<ReportOptions.Part> = []) throws -> ReportOptions {
    let days = LocalCalendar(timeZone: Exchange.days.timeZone)
    var options = ReportOptions(range: TimeRange(timeZone: days.timeZone), days: days)
    options.hidden = hidden
    options.today = monday
    return options
  }

  /// Returns a report of some days, whose times come from a fixed sequence of numbers.
  ///
  /// - Parameters:
  ///   - names: the names of the tags; nil is no tag.
  ///   - comments: the number of comments, which are spread over the days.
  static func report(
    days count: Int,
    names: [String?] = ["Acme/Website", "Acme/Shop", "Reading", nil],
    comments: Int = 0,
    text: (Int) -> String = { "Comment \($0) about the work of the day" }
  ) -> ReportData {
    var seed = 7
    func random(_ limit: Int) -> Int {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
      return seed / 65_536 % limit
    }
    var totals = Array(repeating: 0, count: names.count)
    let days = (0..<count).map { index in
      let isWeekend = index % 7 > 4
      var spans: [ReportSpan] = []
      var start = 8 * 3600 + random(3600)
      for _ in 0..<(isWeekend ? 0 : 1 + random(4)) {
        let end = start + 600 + random(9000)
        spans.append(ReportSpan(tag: random(names.count), start: start, end: end))
        start = end + random(1800)
      }
      let sums = Dictionary(grouping: spans, by: \.tag)
        .mapValues { $0.reduce(0) { $0 + $1.end - $1.start } }
      for (tag, seconds) in sums { totals[tag] += seconds }
      return ReportDay(
        day: monday + index,
        totalSeconds: sums.values.reduce(0, +),
        dueSeconds: isWeekend ? 0 : 8 * 3600,
        segments: sums.map { ReportSegment(tag: $0.key, seconds: $0.value) }
          .sorted { ($1.seconds, $0.tag) < ($0.seconds, $1.tag) },
        spans: count <= ReportData.timelineLimit ? spans : []
      )
    }
    let tags = names.enumerated().map { index, name in
      ReportTag(
        name: name,
        color: name.map { TagColor.hex(for: $0) },
        seconds: totals[index],
        records: 1
      )
    }
    let order = tags.indices.sorted { tags[$0].seconds > tags[$1].seconds }
    return ReportData(
      title: "Time Report",
      dateRange: "2–30 November 2026",
      timeZone: "Europe/Berlin",
      totalSeconds: totals.reduce(0, +),
      wallSeconds: totals.reduce(0, +),
      days: days,
      tags: tags,
      comments: (0..<comments).map { index in
        ReportComment(
          day: monday + index * max(1, count) / max(1, comments),
          tag: order[index % names.count],
          comment: text(index),
          imageFilenames: []
        )
      },
      omitsComments: false,
      records: [],
      balance: count > 0 ? ReportBalance(dueSeconds: 100 * 3600, doneSeconds: 93 * 3600) : nil
    )
  }
}
