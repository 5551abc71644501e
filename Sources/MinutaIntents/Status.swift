import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Status: BuiltInIntent {
  static let definition = PackageResources.Status_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let today =
      RangeText(now: run.now, timeZone: run.timeZone).range("today")
      ?? TimeRange(timeZone: run.timeZone)
    let status = try run.tracker.status(on: today)
    let running = status.running
    return Answer(
      [
        "running": .array(running.map { $0.json(now: run.now) }),
        "todaySeconds": .number(JSONNumber(status.todaySeconds)),
        "timeZone": .string(run.timeZone.identifier),
      ],
      dialog: dialog(running, run)
        + " Today \(DurationText.text(seconds: status.todaySeconds))."
    )
  }

  private static func dialog(_ running: [TaggedRecord], _ run: IntentRun) -> String {
    if running.isEmpty { return "No timer is running." }
    let parts = running.map { timer in
      "\(timer.name) for \(DurationText.text(seconds: timer.record.seconds(at: run.now)))"
        + ", since \(run.words.moment(timer.record.startTime))"
    }
    return "Running: \(parts.joined(separator: "; "))."
  }
}
