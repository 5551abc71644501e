import Foundation
import IntentKit
import JSONText
import MinutaCore

enum State: BuiltInIntent {
  static let definition = PackageResources.State_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let state = try run.tracker.appState(on: run.today)
    return Answer(
      [
        "running": .array(state.runningTimers.map { $0.json(now: run.now) }),
        "todayRecords": .array(state.todaysRecords.map { $0.json(now: run.now) }),
        "todaySeconds": .number(JSONNumber(state.todaySeconds)),
        "tags": .array(state.tags.map(\.json)),
        "pendingDeletions": .array(state.pendingDeletions.map { $0.json(now: run.now) }),
        "timeZone": .string(run.timeZone.name),
      ],
      dialog: Status.dialog(state.runningTimers, todaySeconds: state.todaySeconds, run)
    )
  }
}
