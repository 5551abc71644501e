import Foundation
import IntentKit
import JSONText
import MinutaCore

enum StatusIntent: BuiltInIntent {
  static let definition = PackageResources.Status_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let status = try context.tracker.status(on: context.today)
    let (facts, sentences) = try targetsAndForgottenTimers(context)
    let value: JSONObject = [
      "running": .array(status.running.map { $0.json(context.recordJSONOptions) }),
      "todaySeconds": .number(JSONNumber(status.todaySeconds)),
      "timeZone": .string(context.timeZone.name),
    ]
    return IntentResult(
      value.merging(facts),
      dialog: dialog(status.running, todaySeconds: status.todaySeconds, context) + sentences
    )
  }

  /// Returns the targets and the forgotten timers, both as JSON members and as sentences.
  ///
  /// Each sentence begins with a space.
  static func targetsAndForgottenTimers(_ context: IntentContext) throws -> (
    members: JSONObject, sentences: String
  ) {
    let targets = try context.tracker.currentTargetBalances(context.rules.targets, by: context.days)
    let forgotten = context.isDryRun ? [] : try context.forgottenTimers()
    var members = JSONObject()
    if !targets.isEmpty { members["targets"] = .array(targets.map(\.json)) }
    if !forgotten.isEmpty { members["unresolved"] = .array(forgotten.map { $0.json(in: context) }) }
    let sentences =
      targets.map { $0.currentSentence(context.formatter) }.joined() + forgotten.note(context)
    return (members, sentences)
  }

  /// Returns two sentences: the running timers, and today's total.
  static func dialog(
    _ running: [TaggedRecord],
    todaySeconds: Int,
    _ context: IntentContext
  ) -> String {
    "\(sentence(running, context)) Today \(DurationFormat.text(seconds: todaySeconds))."
  }

  private static func sentence(_ running: [TaggedRecord], _ context: IntentContext) -> String {
    if running.isEmpty { return "No timer is running." }
    let parts = running.map { timer in
      "\(timer.name) for \(DurationFormat.text(seconds: timer.record.seconds(at: context.now)))"
        + ", since \(context.formatter.moment(timer.record.startTime))"
    }
    return "Running: \(parts.joined(separator: "; "))."
  }
}
