import Foundation
import IntentKit
import JSONText
import MinutaCore

enum JoinRecordsIntent: BuiltInIntent {
  static let definition = PackageResources.JoinRecords_json
  static let mayCauseOverlaps = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let ids = try arguments.records("records")
    for (index, id) in ids.enumerated() where ids[..<index].contains(id) {
      let id = JSONValue.string(id.uuidString)
      throw Failure.invalidValue(ValidationError("records", .repeatedItem(id)))
    }
    guard let first = ids.first else {
      throw Failure.invalidValue(ValidationError("records", .missing))
    }
    let joined = try context.tracker.join(
      first,
      with: Array(ids.dropFirst()),
      as: try arguments.tag("tag")
    )
    context.updateLastRecord([joined.record])
    try context.confirm(arguments, "join", records: ids.count)
    return IntentResult(
      [
        "record": joined.record.json(context.recordJSONOptions),
        "deleted": .array(joined.deleted.map { $0.json(context.recordJSONOptions) }),
      ],
      dialog: "\(context.verb("join", past: "Joined")) \(ids.count) records into "
        + "\(context.formatter.record(joined.record))."
    )
  }
}
