import Foundation
import IntentKit
import JSONText
import MinutaCore

enum ListRecords: BuiltInIntent {
  static let definition = PackageResources.ListRecords_json

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try values.recordFilter()
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let range = try values.range("range") ?? TimeRange(timeZone: run.timeZone)
    let found = try run.tracker.records(
      in: range,
      of: try values.recordFilter(in: run)
    )
    let all = found.records
    let shown = all.suffix(values.integer("limit") ?? all.count)
    let times = run.times.zoned(range.timeZone)
    var value: JSONObject = [
      "records": .array(shown.map { $0.json(times) }),
      "totalSeconds": .number(JSONNumber(found.totalSeconds)),
      "range": range.json,
    ]
    if shown.count < all.count {
      value["omitted"] = .number(JSONNumber(all.count - shown.count))
    }
    let count = all.count == 1 ? "1 record" : "\(all.count) records"
    let total = DurationText.text(seconds: found.totalSeconds)
    return Answer(
      value,
      dialog: "\(run.words.range(range)): \(count), \(total)"
        + (shown.count < all.count ? ", the last \(shown.count) shown." : ".")
    )
  }
}
