import IntentKit
import JSONText
import MinutaCore

enum ResumeTimer: BuiltInIntent {
  static let definition = PackageResources.ResumeTimer_json
  static let movesTime = true
  static let notesClocks = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let id = try values.requiredRecord()
    let resumed = try run.tracker.resumeTimer(
      like: id,
      at: try run.moment("at", of: values) ?? run.now,
      stoppingOthers: run.rules.timers == .stop,
      timeZone: run.timeZone
    )
    run.touch([resumed.timer])
    return resumed.answer(to: nil, in: run)
  }
}
