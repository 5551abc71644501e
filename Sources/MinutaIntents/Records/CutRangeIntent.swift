import IntentKit
import JSONText
import MinutaCore

enum CutRangeIntent: BuiltInIntent {
  static let definition = PackageResources.CutRange_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let interval = try context.interval(of: arguments)
    let start = try arguments.required(interval.start, "start")
    let end = try arguments.required(interval.end, "end")
    let cut = try context.tracker.cut(from: start, to: end, of: try arguments.tag("tag"))
    if cut.records == 1 { context.updateLastRecord(cut.rest) }
    try context.confirm(arguments, "shorten, split or delete", records: cut.records)
    try context.confirmLongRecords(of: cut.rest, arguments)
    return IntentResult(
      [
        "records": .array(cut.rest.map { $0.json(context.recordJSONOptions) }),
        "deleted": .array(cut.deleted.map { $0.json(context.recordJSONOptions) }),
        "shortenedCount": .number(JSONNumber(cut.shortened)),
        "splitCount": .number(JSONNumber(cut.split)),
        "deletedCount": .number(JSONNumber(cut.deleted.count)),
        "cutSeconds": .number(JSONNumber(cut.seconds)),
      ],
      dialog: dialog(cut, context.formatter.interval(start, end), context)
    )
  }

  private static func dialog(_ cut: RangeCutResult, _ interval: String, _ context: IntentContext)
    -> String
  {
    if cut.records == 0 { return "Nothing to cut from \(interval)." }
    let counts = [
      (cut.shortened, "shortened"), (cut.split, "split"), (cut.deleted.count, "deleted"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let duration = DurationFormat.text(seconds: cut.seconds) + (cut.records == 1 ? "" : " in total")
    let only = cut.records == 1 ? (cut.rest + cut.deleted).first : nil
    let records = only.map { "\($0.name)\(context.formatter.id($0))" } ?? "\(cut.records) records"
    let verb = context.verb("cut", past: "Cut")
    return "\(verb) \(interval) out of \(records), \(duration): \(parts.joinedAsList)."
  }
}
