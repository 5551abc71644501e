import MinutaCore

extension ForgottenTimer {
  func sentence(_ formatter: SentenceFormatter) -> String {
    let times = idlePeriods.map { idlePeriod in
      let duration = DurationFormat.text(seconds: idlePeriod.seconds)
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
    }
  }
}

extension [ForgottenTimer] {
  /// Returns the timers for a result; nil if there are none.
  func results(_ context: IntentContext) -> [UnresolvedTimer]? {
    let options = context.resultOptions
    return isEmpty ? nil : map { UnresolvedTimer($0, options) }
  }

  /// Returns a note about the forgotten timers that begins with a space; empty if there are none.
  func note(_ context: IntentContext) -> String {
    if isEmpty { return "" }
    let sentences = map { $0.sentence(context.formatter) }.joined(separator: " ")
    return " \(sentences) Run 'minuta resolve' to decide what to do with that time."
  }
}
