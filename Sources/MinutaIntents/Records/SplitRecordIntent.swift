import IntentKit
import MinutaCore

struct SplitRecordIntent: BuiltInIntent {
  static let definition = PackageResources.SplitRecord_json

  struct Parameters: Codable {
    let record: RecordReference
    let at: [Moment]
    let confirm: Bool
  }

  struct Result: Codable {
    let records: [RecordResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let id = parameters.record.id
    let start = try context.tracker.existingRecord(id).startTime
    let moments = context.dates(of: parameters.at, "at", on: .endingAfter(start))
    let parts = try context.tracker.splitRecord(id, at: moments)
    context.updateLastRecord(parts)
    try context.confirmLongRecords(of: parts)
    let intervals = parts.map { part in
      let (start, end) = (part.record.startTime, part.record.endTime)
      let when =
        end.map { "from \(context.formatter.interval(start, $0))" }
        ?? "running since \(context.formatter.moment(start))"
      return "one \(when)\(context.formatter.id(part))"
    }
    return IntentOutput(
      Result(records: context.results(of: parts)),
      dialog: "\(context.verb("split", past: "Split")) \(parts[0].name) into \(parts.count) "
        + "records: \(intervals.joinedAsList)."
    )
  }
}
