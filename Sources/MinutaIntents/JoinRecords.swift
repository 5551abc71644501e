import Foundation
import IntentKit
import JSONText
import MinutaCore

enum JoinRecords: BuiltInIntent {
  static let definition = PackageResources.JoinRecords_json
  static let movesTime = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let ids = try values.records("records")
    for (index, id) in ids.enumerated() where ids[..<index].contains(id) {
      let id = JSONValue.string(id.uuidString)
      throw IntentError.invalidValue(ValueProblem("records", .repeatedItem(id)))
    }
    guard let first = ids.first else {
      throw IntentError.invalidValue(ValueProblem("records", .missing))
    }
    let joined = try run.tracker.join(
      first,
      with: Array(ids.dropFirst()),
      as: try values.tag("tag")
    )
    run.touch([joined.record])
    try run.confirm(values, "join", records: ids.count)
    return Answer(
      [
        "record": joined.record.json(run.times),
        "deleted": .array(joined.deleted.map { $0.json(run.times) }),
      ],
      dialog: "\(run.verb("join", past: "Joined")) \(ids.count) records to "
        + "\(run.words.record(joined.record))."
    )
  }
}
