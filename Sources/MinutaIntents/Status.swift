import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Status: BuiltInIntent {
  static let definition = PackageResources.Status_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let status = try run.tracker.status(on: run.today)
    let (facts, sentences) = try facts(run)
    let value: JSONObject = [
      "running": .array(status.running.map { $0.json(run.times) }),
      "todaySeconds": .number(JSONNumber(status.todaySeconds)),
      "timeZone": .string(run.timeZone.name),
    ]
    return Answer(
      value.merging(facts),
      dialog: dialog(status.running, todaySeconds: status.todaySeconds, run) + sentences
    )
  }

  /// The targets and the forgotten timers, as members of an answer and as sentences to follow others.
  static func facts(_ run: IntentRun) throws -> (members: JSONObject, sentences: String) {
    let targets = try run.tracker.targetsNow(run.rules.targets, by: run.days)
    let forgotten = run.isRehearsal ? [] : try run.forgottenTimers()
    var members = JSONObject()
    if !targets.isEmpty { members["targets"] = .array(targets.map(\.json)) }
    if !forgotten.isEmpty { members["unresolved"] = .array(forgotten.map { $0.json(in: run) }) }
    let sentences = targets.map { $0.sentenceOfNow(run.words) }.joined() + forgotten.note(run)
    return (members, sentences)
  }

  /// What runs and how much time there is today, in two sentences.
  static func dialog(
    _ running: [TaggedRecord],
    todaySeconds: Int,
    _ run: IntentRun
  ) -> String {
    "\(sentence(running, run)) Today \(DurationText.text(seconds: todaySeconds))."
  }

  private static func sentence(_ running: [TaggedRecord], _ run: IntentRun) -> String {
    if running.isEmpty { return "No timer is running." }
    let parts = running.map { timer in
      "\(timer.name) for \(DurationText.text(seconds: timer.record.seconds(at: run.now)))"
        + ", since \(run.words.moment(timer.record.startTime))"
    }
    return "Running: \(parts.joined(separator: "; "))."
  }
}
