import JSONText
import MinutaCore

extension ForgottenTimer {
  /// The timer as answers have it, with when nobody was there.
  func json(in context: IntentContext) -> JSONValue {
    [
      "record": timer.json(context.recordJSONOptions),
      "absences": .array(
        idlePeriods.map { idlePeriod in
          [
            "reason": .string(idlePeriod.reason.rawValue),
            "from": .string(Timestamp.text(idlePeriod.from)),
            "to": .string(Timestamp.text(idlePeriod.to)),
            "seconds": .number(JSONNumber(idlePeriod.seconds)),
          ]
        }
      ),
    ]
  }

  func sentence(_ formatter: SentenceFormatter) -> String {
    let times = idlePeriods.map { idlePeriod in
      let duration = DurationFormat.text(seconds: idlePeriod.seconds)
      return
        "\(idlePeriod.reason.phrase) (\(formatter.interval(idlePeriod.from, idlePeriod.to)), \(duration))"
    }
    return "\(timer.name) ran on through \(times.joinedAsList)."
  }
}

extension IdlePeriod.Reason {
  fileprivate var phrase: String {
    switch self {
    case .sleep: "a sleep of the machine"
    case .restart: "a restart of the machine"
    case .night: "the end of a day"
    }
  }
}

extension [ForgottenTimer] {
  /// A note to follow another sentence; empty where no timer was forgotten.
  func note(_ context: IntentContext) -> String {
    if isEmpty { return "" }
    let sentences = map { $0.sentence(context.formatter) }.joined(separator: " ")
    return " \(sentences) Say with 'minuta resolve' what is to become of it."
  }
}
