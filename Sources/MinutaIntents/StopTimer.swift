import Foundation
import IntentKit
import JSONText
import MinutaCore

enum StopTimer: BuiltInIntent {
  static let definition = PackageResources.StopTimer_json

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try selection(values)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let selection = try selection(values)
    let stopped = try run.tracker.stopTimers(
      selection,
      at: try values.moment("at")
    )
    let timers = stopped.timers
    return Answer(
      ["records": .array(timers.map { $0.json(now: run.now) })],
      dialog: dialog(timers, stopped.wereRunning, selection, run)
    )
  }

  private static func selection(_ values: IntentValues) throws(IntentError) -> TimerSelection {
    switch try (values.tag("tag"), values.record("record")) {
    case (nil, nil): return .all
    case (let tag?, nil): return .tag(tag)
    case (nil, let record?): return .record(record)
    case (_?, _?): throw .invalidValue(ValueProblem("record", .conflict(with: "tag")))
    }
  }

  private static func dialog(
    _ timers: [TaggedRecord],
    _ wereRunning: Bool,
    _ selection: TimerSelection,
    _ run: IntentRun
  ) -> String {
    if timers.isEmpty {
      return selection == .all ? "No timer is running." : "No timer with this tag is running."
    }
    if !wereRunning, let timer = timers.first {
      return
        "\(timer.name) was stopped already, at \(run.words.moment(timer.record.end(at: run.now)))."
    }
    let parts = timers.map { timer in
      "\(timer.name) after \(DurationText.text(seconds: timer.record.seconds(at: run.now)))"
    }
    return "Stopped \(parts.listed)."
  }
}

extension [String] {
  /// The texts as a sentence lists them.
  var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
