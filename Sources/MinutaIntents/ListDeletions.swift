import Foundation
import IntentKit
import JSONText
import MinutaCore

enum ListDeletions: BuiltInIntent {
  static let definition = PackageResources.ListDeletions_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let records = try run.tracker.deletedRecords()
    let count = records.count == 1 ? "1 record" : "\(records.count) records"
    return Answer(
      [
        "pendingDeletions": .array(records.map { $0.json(run.times) }),
        "timeZone": .string(run.timeZone.name),
      ],
      dialog: "\(count) can be restored."
    )
  }
}
