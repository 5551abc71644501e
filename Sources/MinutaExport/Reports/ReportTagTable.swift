import Foundation
import MinutaCore

/// The tags of a report, and their places by id.
struct ReportTagTable {
  private(set) var tags: [ReportTag] = []
  private var indexes: [UUID?: Int] = [:]
  private let hidesTags: Bool

  /// Creates the table; all time is one tag if the options hide the tags.
  init(_ summarized: SummaryWithTags, _ options: ReportOptions) {
    hidesTags = options.hidden.contains(.tags)
    if hidesTags {
      tags = [Self.allTime(summarized.summary, options.words)]
      return
    }
    for group in summarized.summary.groups {
      guard case .tag(let id) = group.key else { continue }
      let tag = id.flatMap { summarized.tags[$0] }
      indexes[id] = tags.count
      tags.append(
        ReportTag(
          name: (tag?.name ?? id?.uuidString)?.reportText,
          color: tag.flatMap { TagColor.channels(of: $0.color) == nil ? nil : $0.color },
          seconds: group.seconds,
          records: group.records
        )
      )
    }
  }

  private static func allTime(_ summary: Summary, _ words: ReportWords) -> ReportTag {
    ReportTag(
      name: words.text("All tags"),
      color: "#3C7BA6",
      seconds: summary.totalSeconds,
      records: summary.groups.reduce(0) { $0 + $1.records }
    )
  }

  /// Returns the index in `tags` of a tag.
  mutating func index(of id: UUID?) -> Int {
    if hidesTags { return 0 }
    if let index = indexes[id] { return index }
    // A record can be added while the report is made; its tag has no time in the totals.
    tags.append(ReportTag(name: id?.uuidString, color: nil, seconds: 0, records: 0))
    indexes[id] = tags.count - 1
    return tags.count - 1
  }

  /// Returns the days with the time of each tag.
  func days(_ summary: Summary, _ covered: Range<Int>) -> [ReportDay] {
    var days = covered.map { ReportDay(day: $0, totalSeconds: 0, segments: [], spans: []) }
    for (index, group) in summary.groups.enumerated() {
      for part in group.groups ?? [] {
        guard let day = part.key.day, covered.contains(day) else { continue }
        let place = day - covered.lowerBound
        days[place].totalSeconds += part.seconds
        days[place].add(part.seconds, ofTag: hidesTags ? 0 : index)
      }
    }
    for index in days.indices {
      days[index].segments.sort { ($1.seconds, $0.tag) < ($0.seconds, $1.tag) }
    }
    return days
  }
}

extension ReportDay {
  fileprivate mutating func add(_ seconds: Int, ofTag tag: Int) {
    if let place = segments.firstIndex(where: { $0.tag == tag }) {
      segments[place].seconds += seconds
    } else if seconds > 0 {
      segments.append(ReportSegment(tag: tag, seconds: seconds))
    }
  }
}
