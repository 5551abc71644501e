import Foundation
import IntentKit
import JSONText
import MinutaCore

enum StopTimer: BuiltInIntent {
  static let definition = PackageResources.StopTimer_json
  static let notesClocks = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try values.timerSelection()
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let selection = try values.timerSelection()
    let stopped = try run.tracker.stopTimers(
      selection,
      at: try run.moment("at", of: values, on: try run.day(ofEnding: selection))
    )
    let timers = stopped.timers
    if timers.count == 1 { run.touch(timers) }
    return Answer(
      ["records": .array(timers.map { $0.json(run.times) })],
      dialog: dialog(timers, stopped.wereRunning, selection, run)
    )
  }

  private static func dialog(
    _ timers: [TaggedRecord],
    _ wereRunning: Bool,
    _ selection: TimerSelection,
    _ run: IntentRun
  ) -> String {
    if timers.isEmpty { return selection.nothingRuns }
    if !wereRunning, let timer = timers.first {
      let end = run.words.moment(timer.record.end(at: run.now))
      return "\(timer.name) was stopped already, at \(end)\(run.words.id(timer))."
    }
    return run.stopped(timers)
  }
}

extension TimerSelection {
  /// What to say where it holds no timer.
  var nothingRuns: String {
    self == .all ? "No timer is running." : "No timer with this tag is running."
  }
}

extension IntentRun {
  func stopped(_ timers: [TaggedRecord]) -> String {
    let parts = timers.map { timer in
      let (start, end) = (timer.record.startTime, timer.record.end(at: now))
      let isOfToday = words.isToday(start) && words.isToday(end)
      let when = isOfToday ? "" : ", \(words.stretch(start, end))"
      let duration = DurationText.text(seconds: timer.record.seconds(at: now))
      return "\(timer.name) after \(duration)\(when)\(words.id(timer))"
    }
    return "\(verb("stop", past: "Stopped")) \(parts.listed)."
  }

  /// A sentence, with the timers that were stopped before.
  func stopped(_ timers: [TaggedRecord], before sentence: String) -> String {
    if timers.isEmpty { return sentence }
    let rest = "\(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
    return "\(stopped(timers).dropLast()); \(rest)"
  }
}

extension [String] {
  /// The texts as a sentence lists them.
  var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
