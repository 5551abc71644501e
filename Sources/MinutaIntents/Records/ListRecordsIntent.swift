import Foundation
import IntentKit
import MinutaCore

package struct ListRecordsIntent: BuiltInIntent {
  static let definition = PackageResources.ListRecords_json

  struct Parameters: Codable {
    let range: TimeRange
    let tag: TagReference?
    let record: RecordReference?
    let untagged: Bool
    let filter: FilterArgument?
    let limit: Int?
    let timeZone: TimeZoneArgument?
  }

  package struct Result: Codable, Sendable {
    package let records: [RecordResult]
    package let totalSeconds: Int
    package let range: RangeResult
    /// The number of older records that the limit left out; nil if none.
    package let omitted: Int?
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try filter()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let (range, filter) = (parameters.range, try filter())
    if let id = parameters.record?.id { return try output(ofRecord: id, in: context) }
    let found = try context.tracker.records(
      in: range,
      of: filter,
      limit: parameters.limit
    )
    let shown = found.records
    let options = context.resultOptions.with(range.timeZone)
    let count = found.count.counted("record")
    let total = context.formatter.duration(found.totalSeconds)
    return IntentOutput(
      Result(
        records: try context.numbered(shown, options),
        totalSeconds: found.totalSeconds,
        range: RangeResult(range),
        omitted: shown.count < found.count ? found.count - shown.count : nil
      ),
      dialog: "\(context.formatter.range(range)): \(count), \(total)"
        + (shown.count < found.count ? "; showing the last \(shown.count)." : ".")
        + (found.count == 0 && filter == .all ? try noteOnLastRecord(in: context) : "")
    )
  }

  /// Returns a sentence with the day of the last record, for a range without any; empty if there is no
  /// record at all.
  private func noteOnLastRecord(in context: IntentContext) throws -> String {
    let zone = parameters.range.timeZone
    let all = try context.tracker.records(in: TimeRange(timeZone: zone), of: .all, limit: 1)
    guard let last = all.records.last?.record else { return "" }
    let day = LocalTimeConverter(timeZone: zone).time(at: last.startTime).dateText
    return " The last record is of \(day)."
  }

  /// Returns the record with an id, whose own time is the range of the result.
  private func output(ofRecord id: UUID, in context: IntentContext) throws -> IntentOutput<Result> {
    let record = try context.tracker.existingRecord(id)
    let tagged = try context.tracker.tagged([record])
    let zone = parameters.range.timeZone
    let range = TimeRange(from: record.startTime, to: record.end(at: context.now), timeZone: zone)
    let options = context.resultOptions.with(zone)
    return IntentOutput(
      Result(
        records: tagged.results(options),
        totalSeconds: record.seconds(at: context.now),
        range: RangeResult(range),
        omitted: nil
      ),
      dialog: "\(context.formatter.records(tagged))."
    )
  }

  private func filter() throws(Failure) -> RecordFilter {
    let filter = try RecordFilter(
      parameters.tag,
      untagged: parameters.untagged,
      parameters.filter
    )
    if parameters.record != nil, filter != .all {
      let other =
        parameters.tag != nil ? "tag" : parameters.filter != nil ? "filter" : "untagged"
      throw .invalidValue(ValidationError("record", .conflict(with: other)))
    }
    return filter
  }
}

extension IntentContext {
  /// The number of records whose references a list shows.
  private static let referenceCount = 20

  /// Returns records for the result, with their references.
  func numbered(
    _ records: [TaggedRecord],
    _ options: RecordResultOptions
  ) throws(TrackingError) -> [RecordResult] {
    let ids = Set(records.map(\.record.id))
    let newest = try tracker.newestRecords(Self.referenceCount, until: ids)
    return records.map { record in
      var result = RecordResult(record, options)
      result.reference = newest.firstIndex(of: record.record.id).map { "@\($0 + 1)" }
      return result
    }
  }
}
