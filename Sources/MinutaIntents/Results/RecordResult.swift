import Foundation
package import JSONText
import MinutaCore

/// A record in a result, with its tag and its duration until now.
package struct RecordResult: ResultPart {
  package let id: String
  package let startTime: String
  /// The start in the result's time zone; nil in a result that no program reads.
  package let startLocal: String?
  /// The end; nil for a running timer.
  package let endTime: String?
  package let endLocal: String?
  package let tagId: String?
  package let comment: String?
  /// The comment without the labels at its end; nil if nothing else is in it.
  package let text: String?
  /// All labels of the comment, such as `ticket=R-12`.
  package let labels: [String]
  package let images: [String]
  /// The time zone in which the record was made; nil if unknown.
  package let timeZone: String?
  /// The tag; nil for untagged time.
  @Nullable package var tag: RecordTagResult?
  package let durationSeconds: Int
  /// The number by which commands take one of the newest records, such as `@1`; nil outside of a list.
  package var reference: String?

  init(_ tagged: TaggedRecord, _ options: RecordResultOptions) {
    let record = tagged.record
    id = record.id.text
    startTime = Timestamp.text(record.startTime)
    startLocal = options.localTime(record.startTime)
    endTime = record.endTime.map(Timestamp.text)
    endLocal = record.endTime.flatMap(options.localTime)
    tagId = record.tagId?.text
    comment = record.comment
    text = CommentParts(record.comment).text
    labels = Label.distinct(in: record.comment).map(\.argument)
    images = record.images
    timeZone = record.timeZone.map(TimeZone.name)
    tag = tagged.tag.map(RecordTagResult.init) ?? record.tagId.map(RecordTagResult.init(unknown:))
    durationSeconds = record.seconds(at: options.now)
  }
}

/// The options for records in a result.
struct RecordResultOptions {
  /// The time of the call.
  let now: Date
  /// The time zone of the local times; nil to leave them out of a result that no program reads.
  var timeZone: TimeZone?

  /// Returns a date as local time, or nil if the result has no local times.
  func localTime(_ date: Date) -> String? {
    timeZone.map { Timestamp.text(date, in: $0) }
  }

  /// Returns the same options with another time zone for local times.
  func with(_ zone: TimeZone) -> RecordResultOptions {
    RecordResultOptions(now: now, timeZone: timeZone.map { _ in zone })
  }
}

extension [TaggedRecord] {
  func results(_ options: RecordResultOptions) -> [RecordResult] {
    map { RecordResult($0, options) }
  }
}
