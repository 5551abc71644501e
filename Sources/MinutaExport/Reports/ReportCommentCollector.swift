import Foundation
import MinutaCore

/// Collects the records that have a comment or an image.
struct ReportCommentCollector {
  private(set) var comments: [ReportComment] = []
  /// The number of comments beyond the limit.
  private(set) var omitted = 0
  /// The starts of the collected records that have images, in seconds since 1970, by their places.
  private var starts: [Int: Int] = [:]
  private let days: LocalCalendar
  private let range: TimeRange
  private let limit: Int

  init(_ options: ReportOptions, limit: Int) {
    days = options.days
    range = options.range
    self.limit = limit
  }

  mutating func add(_ row: RecordRow, _ comment: String?, tag: Int) {
    let hasText = comment.map { $0.utf8.contains { $0 > 0x20 } } ?? false
    if !hasText, !row.hasImages { return }
    if comments.count >= limit {
      omitted += 1
      return
    }
    if row.hasImages { starts[comments.count] = row.start }
    let start = max(row.start, range.from?.unixSeconds ?? .min)
    let text = comment?.reportText ?? ""
    let day = days.day(at: start)
    comments.append(ReportComment(day: day, tag: tag, comment: text, imageFilenames: []))
  }

  /// Adds the names of images, which the index doesn't have.
  mutating func addImages(_ tracker: any TrackingServices, _ filter: RecordFilter) throws {
    var used: Set<UUID> = []
    for (index, start) in starts.sorted(by: { $0.key < $1.key }).prefix(Self.imageLimit) {
      let date = Date(timeIntervalSince1970: Double(start))
      let second = TimeRange(from: date, to: date.addingTimeInterval(1), timeZone: range.timeZone)
      let found = try tracker.records(in: second, of: filter).records.map(\.record)
      let text = comments[index].comment
      let record = found.first {
        $0.startTime == date && !$0.images.isEmpty && !used.contains($0.id)
          && ($0.comment?.reportText ?? "") == text
      }
      guard let record else { continue }
      used.insert(record.id)
      comments[index].recordId = record.id
      comments[index].imageFilenames = record.images
    }
  }

  /// The maximum number of records whose images are shown.
  private static let imageLimit = 8
}
