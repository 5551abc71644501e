import Foundation
import IntentKit
import JSONText
import MinutaCore

enum ListRecordsIntent: BuiltInIntent {
  static let definition = PackageResources.ListRecords_json

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try arguments.recordFilter()
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let range = try arguments.range("range") ?? TimeRange(timeZone: context.timeZone)
    let found = try context.tracker.records(
      in: range,
      of: try arguments.recordFilter(in: context)
    )
    let all = found.records
    let shown = all.suffix(arguments.integer("limit") ?? all.count)
    let options = context.recordJSONOptions.with(range.timeZone)
    var value: JSONObject = [
      "records": .array(shown.map { $0.json(options) }),
      "totalSeconds": .number(JSONNumber(found.totalSeconds)),
      "range": range.json,
    ]
    if shown.count < all.count {
      value["omitted"] = .number(JSONNumber(all.count - shown.count))
    }
    let count = all.count == 1 ? "1 record" : "\(all.count) records"
    let total = DurationFormat.text(seconds: found.totalSeconds)
    return IntentResult(
      value,
      dialog: "\(context.formatter.range(range)): \(count), \(total)"
        + (shown.count < all.count ? "; showing the last \(shown.count)." : ".")
    )
  }
}
