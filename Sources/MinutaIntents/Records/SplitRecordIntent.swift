import IntentKit
import JSONText
import MinutaCore

enum SplitRecordIntent: BuiltInIntent {
  static let definition = PackageResources.SplitRecord_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let id = try arguments.requiredRecord()
    let start = try context.tracker.existingRecord(id).startTime
    let moments = try context.moments("at", of: arguments, on: .endingAfter(start))
    let parts = try context.tracker.splitRecord(id, at: moments)
    context.updateLastRecord(parts)
    try context.confirmLongRecords(of: parts, arguments)
    let intervals = parts.map { part in
      let (start, end) = (part.record.startTime, part.record.endTime)
      let when =
        end.map { "from \(context.formatter.interval(start, $0))" }
        ?? "running since \(context.formatter.moment(start))"
      return "one \(when)\(context.formatter.id(part))"
    }
    return IntentResult(
      ["records": .array(parts.map { $0.json(context.recordJSONOptions) })],
      dialog: "\(context.verb("split", past: "Split")) \(parts[0].name) into \(parts.count) "
        + "records: \(intervals.joinedAsList)."
    )
  }
}
