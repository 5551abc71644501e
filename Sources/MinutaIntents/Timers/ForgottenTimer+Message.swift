import IntentKit
import MinutaCore

extension ForgottenTimer {
  func sentence(_ formatter: SentenceFormatter) -> String {
    let times = idlePeriods.map { idlePeriod in
      let duration = formatter.duration(idlePeriod.seconds)
      let interval = formatter.interval(idlePeriod.from, idlePeriod.to)
      return "\(idlePeriod.reason.phrase) for \(duration) (\(interval))"
    }
    return "\(timer.name) kept running \(times.joinedAsList)."
  }
}

extension IdlePeriod.Reason {
  fileprivate var phrase: String {
    switch self {
    case .sleep: "while the machine slept"
    case .restart: "during a restart"
    case .night: "past the end of the day"
    case .away: "while you were away"
    }
  }
}

extension [ForgottenTimer] {
  /// Returns the timers for a result; nil if there are none.
  func results(_ context: IntentContext) -> [UnresolvedTimer]? {
    let options = context.resultOptions
    return isEmpty ? nil : map { UnresolvedTimer($0, options) }
  }

  /// Returns a sentence about each timer.
  func sentences(_ context: IntentContext) -> String {
    map { $0.sentence(context.formatter) }.joined(separator: " ")
  }
}

extension UnresolvedTime {
  /// Returns a note about the time that begins with a space; empty if there is none.
  ///
  /// - Parameter absence: an absence that the sentence before the note has described; if all of the
  ///   time lies in it, the note only says what to do.
  func note(_ context: IntentContext, omitting absence: AbsenceHistory.Absence? = nil) -> Notice {
    if timers.isEmpty { return awayNote(context) }
    let isDescribed = timers.flatMap(\.idlePeriods).allSatisfy { period in
      absence.map { $0.from <= period.from && period.to <= $0.to } ?? false
    }
    let sentences = isDescribed ? "" : " \(timers.sentences(context))"
    return "\(sentences) Decide what to do with that time.".suggesting("resolve")
      + awayNote(context)
  }

  /// Returns a note for a user who hasn't returned yet; empty if the user isn't away.
  func awayNote(_ context: IntentContext) -> Notice {
    guard let awaySince else { return "" }
    let since = context.formatter.moment(awaySince)
    return " You've been away since \(since). Say when you are back.".suggesting("back")
  }
}
