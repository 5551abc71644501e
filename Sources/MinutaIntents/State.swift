import Foundation
import IntentKit
import JSONText
import MinutaCore

enum State: BuiltInIntent {
  static let definition = PackageResources.State_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let state = try run.tracker.appState(on: run.today)
    let (facts, sentences) = try Status.facts(run)
    let value: JSONObject = [
      "running": .array(state.runningTimers.map { $0.json(run.times) }),
      "todayRecords": .array(state.todaysRecords.map { $0.json(run.times) }),
      "todaySeconds": .number(JSONNumber(state.todaySeconds)),
      "tags": .array(state.tags.map(\.json)),
      "pendingDeletions": .array(state.pendingDeletions.map { $0.json(run.times) }),
      "timeZone": .string(run.timeZone.name),
    ]
    let dialog = Status.dialog(state.runningTimers, todaySeconds: state.todaySeconds, run)
    return Answer(value.merging(facts), dialog: dialog + sentences)
  }
}
