import Foundation
import IntentKit
import JSONText
import MinutaCore

enum StopTimerIntent: BuiltInIntent {
  static let definition = PackageResources.StopTimer_json
  static let recordsUptime = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try arguments.timerSelection()
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let selection = try arguments.timerSelection()
    let stopped = try context.tracker.stopTimers(
      selection,
      at: try context.moment("at", of: arguments, on: try context.dayOfEnd(for: selection))
    )
    let timers = stopped.timers
    if timers.count == 1 { context.updateLastRecord(timers) }
    return IntentResult(
      ["records": .array(timers.map { $0.json(context.recordJSONOptions) })],
      dialog: dialog(timers, stopped.wereRunning, selection, context)
    )
  }

  private static func dialog(
    _ timers: [TaggedRecord],
    _ wereRunning: Bool,
    _ selection: TimerSelection,
    _ context: IntentContext
  ) -> String {
    if timers.isEmpty { return selection.noTimerMessage }
    if !wereRunning, let timer = timers.first {
      let end = context.formatter.moment(timer.record.end(at: context.now))
      return "\(timer.name) was already stopped, at \(end)\(context.formatter.id(timer))."
    }
    return context.stoppedSentence(timers)
  }
}

extension TimerSelection {
  /// The message for a selection that includes no running timer.
  var noTimerMessage: String {
    self == .all ? "No timer is running." : "No timer with this tag is running."
  }
}

extension IntentContext {
  func stoppedSentence(_ timers: [TaggedRecord]) -> String {
    let parts = timers.map { timer in
      let (start, end) = (timer.record.startTime, timer.record.end(at: now))
      let isOfToday = formatter.isToday(start) && formatter.isToday(end)
      let when = isOfToday ? "" : ", \(formatter.interval(start, end))"
      let duration = DurationFormat.text(seconds: timer.record.seconds(at: now))
      return "\(timer.name) after \(duration)\(when)\(formatter.id(timer))"
    }
    // Put a comma before "and" too: a timer's text may contain commas, so "and" alone would be
    // unclear.
    let list =
      parts.count > 1
      ? "\(parts.dropLast().joined(separator: ", ")), and \(parts[parts.count - 1])"
      : parts.joined()
    return "\(verb("stop", past: "Stopped")) \(list)."
  }

  /// Returns the sentence, preceded by the names of the stopped timers.
  func stoppedSentence(_ timers: [TaggedRecord], before sentence: String) -> String {
    if timers.isEmpty { return sentence }
    let rest = "\(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
    return "\(stoppedSentence(timers).dropLast()); \(rest)"
  }
}

extension [String] {
  /// The texts joined with commas and `and`.
  var joinedAsList: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
