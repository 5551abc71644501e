import Foundation
import IntentKit
import MinutaCore

struct CutRangeIntent: BuiltInIntent {
  static let definition = PackageResources.CutRange_json

  struct Parameters: Codable {
    let start: Moment
    let end: Moment
    let tag: TagReference?
    let record: RecordReference?
    let confirm: Bool
  }

  struct Result: Codable {
    let records: [RecordResult]
    let deleted: [RecordResult]
    let shortenedCount: Int
    let splitCount: Int
    let deletedCount: Int
    let cutSeconds: Int
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    if parameters.tag != nil, parameters.record != nil {
      throw .invalidValue(ValidationError("record", .conflict(with: "tag")))
    }
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try validate(now: context.now)
    let record = try parameters.record.map { try context.tracker.existingRecord($0.id) }
    var (start, end) = interval(on: record.map { .of($0.startTime) } ?? .today, &context)
    var cut = try self.cut(from: start, to: end, &context)
    if cut.records == 0, parameters.start.form == .clock, parameters.end.form == .clock,
      let day = record.map({ .endingAfter($0.startTime) }) ?? dayOfLastRecord(context)
    {
      let other = interval(on: day, &context)
      cut = try self.cut(from: other.start, to: other.end, &context)
      if cut.records > 0 || record == nil { (start, end) = other }
    }
    if cut.records == 1 { context.updateLastRecord(cut.rest) }
    try context.confirm("shorten, split or delete", cut.before)
    try context.confirmLongRecords(of: cut.rest)
    return IntentOutput(
      Result(
        records: context.results(of: cut.rest),
        deleted: context.results(of: cut.deleted),
        shortenedCount: cut.shortened,
        splitCount: cut.split,
        deletedCount: cut.deleted.count,
        cutSeconds: cut.seconds
      ),
      dialog: dialog(cut, context.formatter.interval(start, end), context)
    )
  }

  private func cut(
    from start: Date,
    to end: Date,
    _ context: inout IntentContext
  ) throws(TrackingError) -> RangeCutResult {
    try context.tracker.cut(
      from: start,
      to: end,
      of: parameters.tag,
      only: parameters.record?.id
    )
  }

  private func dayOfLastRecord(_ context: IntentContext) -> DateTimeParser.DefaultDay? {
    (try? context.tracker.record("last")).map { .of($0.startTime) }
  }

  /// Returns the period to remove; a time without a date is on `day`.
  private func interval(
    on day: DateTimeParser.DefaultDay,
    _ context: inout IntentContext
  ) -> (start: Date, end: Date) {
    let given = context.interval(from: parameters.start, to: parameters.end, on: day)
    return (given.start ?? parameters.start.date, given.end ?? parameters.end.date)
  }

  private func dialog(_ cut: RangeCutResult, _ interval: String, _ context: IntentContext)
    -> String
  {
    if cut.records == 0 { return "Nothing to cut from \(interval)." }
    let counts = [
      (cut.shortened, "shortened"), (cut.split, "split"), (cut.deleted.count, "deleted"),
    ]
    let isRunning = { (records: [TaggedRecord]) in records.contains { $0.record.endTime == nil } }
    let isStopped = isRunning(cut.before) && !isRunning(cut.rest + cut.deleted)
    let parts =
      counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      + (isStopped ? ["the timer stopped"] : [])
    let duration =
      context.formatter.duration(cut.seconds) + (cut.records == 1 ? "" : " in total")
    let only = cut.records == 1 ? (cut.rest + cut.deleted).first : nil
    let records = only.map { "\($0.name)\(context.formatter.id($0))" } ?? "\(cut.records) records"
    let verb = context.verb("cut", past: "Cut")
    return "\(verb) \(interval) out of \(records), \(duration): \(parts.joinedAsList)."
  }
}
