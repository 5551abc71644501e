import Foundation
import IntentKit
import MinutaCore
import SystemCalls

/// The texts that bars show, not escaped for any of them.
extension StatusBarContent {
  /// The states of the timers, by which a bar chooses an icon or a color.
  enum TimerState: String {
    case idle, running, error
  }

  var state: TimerState {
    if failure != nil { return .error }
    return running.isEmpty ? .idle : .running
  }

  /// The state, and other facts by which a bar chooses a color.
  var classes: [String] {
    [state.rawValue] + (percentage == 100 ? ["target-met"] : [])
      + (forgottenCount > 0 ? ["forgotten"] : [])
  }

  /// The running timer and its time, such as `Email 12m`; without a timer, the time of today.
  var text: String {
    if let failure { return failure.message.singleLine.shortened(to: Self.failureLimit) }
    guard let timer = running.first else { return shortText }
    let others = running.count - 1
    return "\(timer.shortName) \(shortText)" + (others > 0 ? " +\(others)" : "")
  }

  /// The time of the running timer, such as `12m`; without a timer, the time of today.
  var shortText: String {
    failure == nil ? rules.barDuration(running.first?.seconds ?? todaySeconds) : "error"
  }

  /// The tag's color of the running timer; nil if there is none.
  var color: String? { running.first?.color }

  /// The progress of the first target for which the running timer counts, or of the first target
  /// if no timer is running; nil if there is none.
  var percentage: Int? {
    let target = targets.first { target in
      target.percentage != nil && running.first.map { target.counts($0.name) } ?? true
    }
    return target?.percentage
  }

  /// The lines of a tooltip: each timer, today's time, the targets, and what needs attention.
  var tooltip: [String] {
    if let failure { return [failure.message] }
    let timers = running.map { timer in
      let start = timer.localStart(in: timeZone, rules).map { " since \($0)" } ?? ""
      return "\(timer.name) \(rules.barDuration(timer.seconds))\(start)"
    }
    return timers + ["Today \(rules.barDuration(todaySeconds))"]
      + targets.compactMap { $0.line(in: timeZone, rules, today: now) }
      + note(forgottenCount, "timer", "ran while you were away; run 'minuta resolve'")
      + note(skippedFileCount, "file", "can't be used") + keyLine
  }

  /// The time of the status, as far as a running timer shows it.
  private var now: Date {
    guard let timer = running.first, let start = timer.start else { return .distantPast }
    return start.addingTimeInterval(Double(timer.seconds))
  }

  private func note(_ count: Int, _ noun: String, _ rest: String) -> [String] {
    count == 0 ? [] : ["\(count.counted(noun)) \(rest)"]
  }

  private var keyLine: [String] {
    guard let keyOutcome, let timeZone else { return [] }
    let time = keyOutcome.date.localTimeText(in: timeZone, rules, today: keyOutcome.date)
    return ["Key at \(time): \(keyOutcome.sentence)"]
  }

  /// The length in characters of a failure in the bar itself; the tooltip has the whole sentence.
  private static var failureLimit: Int { 60 }
}

extension RunningTimer {
  /// The name as it fits into a bar.
  ///
  /// A character may have any number of marks, so their number is limited too.
  fileprivate var shortName: String {
    let short = name.shortened(to: 40)
    return short.utf8.count <= 400 ? short : String(short.unicodeScalars.prefix(400))
  }
}

extension TimeRules {
  /// Returns a duration in hours and minutes, such as `3h 05m` or `0m`, or in the format of the
  /// settings.
  ///
  /// A bar changes once a minute, so it shows no seconds.
  func barDuration(_ seconds: Int) -> String {
    if seconds < 60, durations == .units { return "0m" }
    return DurationFormat.text(seconds: seconds, as: durations)
  }
}
