import Foundation
import IntentKit
import JSONText
import MinutaCore

enum StateIntent: BuiltInIntent {
  static let definition = PackageResources.State_json
  static let requiresOwnTransaction = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let state = try context.tracker.appState(on: context.today)
    let (facts, sentences) = try StatusIntent.targetsAndForgottenTimers(context)
    let value: JSONObject = [
      "running": .array(state.runningTimers.map { $0.json(context.recordJSONOptions) }),
      "todayRecords": .array(state.todaysRecords.map { $0.json(context.recordJSONOptions) }),
      "todaySeconds": .number(JSONNumber(state.todaySeconds)),
      "tags": .array(state.tags.map(\.json)),
      "pendingDeletions": .array(state.pendingDeletions.map { $0.json(context.recordJSONOptions) }),
      "timeZone": .string(context.timeZone.name),
    ]
    let dialog = StatusIntent.dialog(state.runningTimers, todaySeconds: state.todaySeconds, context)
    return IntentResult(value.merging(facts), dialog: dialog + sentences)
  }
}
