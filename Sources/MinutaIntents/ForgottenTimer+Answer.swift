import JSONText
import MinutaCore

extension ForgottenTimer {
  /// The timer as answers have it, with when nobody was there.
  func json(in run: IntentRun) -> JSONValue {
    [
      "record": timer.json(run.times),
      "absences": .array(
        absences.map { absence in
          [
            "reason": .string(absence.reason.rawValue),
            "from": .string(Timestamp.text(absence.from)),
            "to": .string(Timestamp.text(absence.to)),
            "seconds": .number(JSONNumber(absence.seconds)),
          ]
        }
      ),
    ]
  }

  func sentence(_ words: TimeWords) -> String {
    let times = absences.map { absence in
      let duration = DurationText.text(seconds: absence.seconds)
      return "\(absence.reason.phrase) (\(words.stretch(absence.from, absence.to)), \(duration))"
    }
    return "\(timer.name) ran on through \(times.listed)."
  }
}

extension Absence.Reason {
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
  func note(_ run: IntentRun) -> String {
    if isEmpty { return "" }
    let sentences = map { $0.sentence(run.words) }.joined(separator: " ")
    return " \(sentences) Say with 'minuta resolve' what is to become of it."
  }
}
