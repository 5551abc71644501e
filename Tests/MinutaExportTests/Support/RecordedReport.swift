import Foundation
import MinutaCore
import MinutaTestSupport

@testable import MinutaExport

/// A report of chosen records.
struct RecordedReport {
  /// A record within one day, in minutes after the day's start.
  struct Entry {
    var day: Int
    var start: Int
    var end: Int
    var tag: String?
    var comment: String?
  }

  /// 2026-11-01, a Sunday, in days since 1970-01-01.
  static let firstDay = 20_758

  var days = firstDay..<firstDay + 30
  var entries: [Entry] = []
  /// The minutes due on weekdays; nil for none.
  var dueMinutes: Int?

  static var options: ReportOptions {
    let first = Date(timeIntervalSince1970: Double(firstDay) * 86_400)
    let range = TimeRange(from: first, to: first + 30 * 86_400, timeZone: Exchange.days.timeZone)
    var options = ReportOptions(range: range, days: Exchange.days)
    options.today = firstDay + 30
    return options
  }

  /// A month of work on four tags, without weekends.
  static var month: RecordedReport {
    var generator = SeededGenerator(seed: 21)
    let tags = ["Acme/Website", "Acme/Shop", "Northwind", "Email", nil]
    let comments = [
      "Fix the login #ticket=R-12 #billable", "Review the checkout with Dana", nil,
      "Prepare the release: notes, screenshots and the list of known problems for support", nil,
      "Weekly meeting", "Answer questions about invoices\nand send the missing ones",
    ]
    var report = RecordedReport()
    report.dueMinutes = 480
    for day in report.days where (day + 3) % 7 < 5 {
      var minute = 480 + Int(generator.next() % 60)
      while minute < 1020 {
        let end = minute + 15 + Int(generator.next() % 140)
        let tag = tags[Int(generator.next() % 12) * 5 / 12]
        let comment = comments[Int(generator.next() % UInt64(comments.count))]
        report.entries.append(Entry(day: day, start: minute, end: end, tag: tag, comment: comment))
        minute = end + (generator.next() % 4 == 0 ? 45 : 0)
      }
    }
    return report
  }

  /// Some records on each of many days, with comments of 60 characters.
  static func long(_ count: Int, perDay: Int = 10) -> RecordedReport {
    var report = RecordedReport()
    report.days = firstDay..<firstDay + (count + perDay - 1) / perDay
    report.entries = (0..<count).map { index in
      let comment = "Comment \(index) " + String(repeating: "lorem ", count: 10)
      let start = 480 + index % perDay * min(50, 900 / perDay)
      return Entry(
        day: firstDay + index / perDay,
        start: start,
        end: start + 30 + index % 20,
        tag: "Client \(index % 7)/Project \(index % 23)",
        comment: String(comment.prefix(60))
      )
    }
    return report
  }

  /// Adds a record of one hour on the first day.
  mutating func add(_ tag: String?, _ comment: String?) {
    let start = 540 + entries.count
    entries.append(
      Entry(day: days.lowerBound, start: start, end: start + 60, tag: tag, comment: comment)
    )
  }

  var data: ReportData {
    let seconds = entries.map { ($0.end - $0.start) * 60 }
    let names = Dictionary(grouping: entries.indices) { entries[$0].tag }
    let tags = names.map { name, members in
      ReportTag(
        name: name,
        color: name.map(TagColor.hex),
        seconds: members.map { seconds[$0] }.reduce(0, +),
        records: members.count
      )
    }.sorted { ($1.seconds, $0.name ?? "") < ($0.seconds, $1.name ?? "") }
    let places = Dictionary(uniqueKeysWithValues: tags.enumerated().map { ($1.name, $0) })
    let byDay = Dictionary(grouping: entries, by: \.day)
    let reportDays = days.map { day in
      self.day(day, byDay[day] ?? [], places)
    }
    return ReportData(
      title: "Time Report",
      dateRange: "1 – 30 November 2026",
      timeZone: "Europe/Berlin",
      totalSeconds: seconds.reduce(0, +),
      wallSeconds: seconds.reduce(0, +),
      days: reportDays,
      tags: tags,
      comments: [],
      omitsComments: false,
      records: zip(entries, seconds).map { record($0, $1, places) },
      balance: balance(seconds.reduce(0, +))
    )
  }

  private func balance(_ done: Int) -> ReportBalance? {
    dueMinutes.map { minutes in
      let weekdays = days.filter { ($0 + 3) % 7 < 5 }
      return ReportBalance(dueSeconds: weekdays.count * minutes * 60, doneSeconds: done)
    }
  }

  private func day(_ day: Int, _ entries: [Entry], _ places: [String?: Int]) -> ReportDay {
    var sums: [Int: Int] = [:]
    for entry in entries {
      sums[places[entry.tag] ?? 0, default: 0] += (entry.end - entry.start) * 60
    }
    return ReportDay(
      day: day,
      totalSeconds: sums.values.reduce(0, +),
      dueSeconds: (day + 3) % 7 < 5 ? dueMinutes.map { $0 * 60 } : nil,
      segments: sums.map { ReportSegment(tag: $0, seconds: $1) }
        .sorted { ($1.seconds, $0.tag) < ($0.seconds, $1.tag) },
      spans: entries.map { entry in
        ReportSpan(tag: places[entry.tag] ?? 0, start: entry.start * 60, end: entry.end * 60)
      }
    )
  }

  private func record(_ entry: Entry, _ seconds: Int, _ places: [String?: Int]) -> ReportRecord {
    ReportRecord(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      day: entry.day,
      start: CivilTime(utcSeconds: entry.start * 60).clockText,
      end: CivilTime(utcSeconds: entry.end * 60).clockText,
      seconds: seconds,
      tag: places[entry.tag] ?? 0,
      comment: entry.comment
    )
  }
}
