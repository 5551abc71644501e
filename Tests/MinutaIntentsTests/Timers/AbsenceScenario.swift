import JSONText
import Testing

/// A call at a time.
struct TimedCall: Sendable {
  let clock: String
  let intent: String
  let values: JSONObject

  init(_ clock: String, _ intent: String, _ values: JSONObject = [:]) {
    (self.clock, self.intent, self.values) = (clock, intent, values)
  }
}

/// The calls of a day, after a timer 'Work' was started at 09:00, and the result of the last one,
/// which is `Back`.
struct AbsenceScenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var minimum = 600
  let calls: [TimedCall]
  /// The absence, as `12:05-13:00`; nil if the user wasn't away.
  let away: String?
  /// The records in the absence, with their seconds in it.
  let ran: [String]
  let unresolved: [String]
}

extension AbsenceScenario {
  static let all = [
    AbsenceScenario(
      testDescription: "away and back",
      calls: [TimedCall("12:05", "Away"), TimedCall("13:00", "Back")],
      away: "12:05-13:00",
      ran: ["Work 3300"],
      unresolved: ["Work away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "idle since five minutes ago",
      calls: [TimedCall("12:10", "Away", ["idle": "5m"]), TimedCall("13:00", "Back")],
      away: "12:05-13:00",
      ran: ["Work 3300"],
      unresolved: ["Work away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "typed times",
      calls: [
        TimedCall("12:30", "Away", ["at": "12:05"]), TimedCall("13:30", "Back", ["at": "13:00"]),
      ],
      away: "12:05-13:00",
      ran: ["Work 3300"],
      unresolved: ["Work away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a second Away keeps the start",
      calls: [TimedCall("12:05", "Away"), TimedCall("12:30", "Away"), TimedCall("13:00", "Back")],
      away: "12:05-13:00",
      ran: ["Work 3300"],
      unresolved: ["Work away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a second Away with an idle time keeps the start",
      calls: [
        TimedCall("12:05", "Away"), TimedCall("12:30", "Away", ["idle": "5m"]),
        TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Work 3300"],
      unresolved: ["Work away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a typed time replaces the start by a later one",
      calls: [
        TimedCall("12:10", "Away"), TimedCall("12:32", "Away", ["at": "12:28"]),
        TimedCall("12:33", "Away", ["idle": "4m"]),
        TimedCall("13:00", "Back"),
      ],
      away: "12:28-13:00",
      ran: ["Work 1920"],
      unresolved: ["Work away 12:28-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a second Away with an earlier idle time moves the start",
      calls: [
        TimedCall("12:30", "Away"), TimedCall("12:31", "Away", ["idle": "5m"]),
        TimedCall("13:00", "Back"),
      ],
      away: "12:26-13:00",
      ran: ["Work 2040"],
      unresolved: ["Work away 12:26-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a second Back",
      calls: [TimedCall("12:05", "Away"), TimedCall("13:00", "Back"), TimedCall("13:01", "Back")],
      away: nil,
      ran: [],
      unresolved: ["Work away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "Back without Away",
      calls: [TimedCall("13:00", "Back")],
      away: nil,
      ran: [],
      unresolved: []
    ),
    AbsenceScenario(
      testDescription: "nothing runs",
      calls: [
        TimedCall("12:00", "StopTimer"), TimedCall("12:05", "Away"), TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: [],
      unresolved: []
    ),
    AbsenceScenario(
      testDescription: "a timer started meanwhile counts from its start",
      calls: [
        TimedCall("12:00", "StopTimer"), TimedCall("12:05", "Away"),
        TimedCall("12:20", "StartTimer", ["tag": "Build"]), TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Build 2400"],
      unresolved: ["Build away 12:20-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a timer stopped meanwhile counts to its end",
      calls: [
        TimedCall("12:05", "Away"), TimedCall("12:30", "StopTimer"), TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Work 1500"],
      unresolved: ["Work away 12:05-12:30"]
    ),
    AbsenceScenario(
      testDescription: "a timer started and stopped meanwhile isn't asked about",
      calls: [
        TimedCall("12:00", "StopTimer"), TimedCall("12:05", "Away"),
        TimedCall("12:20", "StartTimer", ["tag": "Build"]), TimedCall("12:40", "StopTimer"),
        TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Build 1200"],
      unresolved: []
    ),
    AbsenceScenario(
      testDescription: "a timer switched meanwhile",
      calls: [
        TimedCall("12:05", "Away"), TimedCall("12:30", "SwitchTimer", ["tag": "Build"]),
        TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Work 1500", "Build 1800"],
      unresolved: ["Build away 12:30-13:00", "Work away 12:05-12:30"]
    ),
    AbsenceScenario(
      testDescription: "several timers",
      calls: [
        TimedCall("10:00", "StartTimer", ["tag": "Call"]), TimedCall("12:05", "Away"),
        TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Work 3300", "Call 3300"],
      unresolved: ["Work away 12:05-13:00", "Call away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "a short absence isn't asked about",
      calls: [TimedCall("12:05", "Away"), TimedCall("12:14", "Back")],
      away: "12:05-12:14",
      ran: ["Work 540"],
      unresolved: []
    ),
    AbsenceScenario(
      testDescription: "the setting decides what is short",
      minimum: 60,
      calls: [TimedCall("12:05", "Away"), TimedCall("12:06", "Back")],
      away: "12:05-12:06",
      ran: ["Work 60"],
      unresolved: ["Work away 12:05-12:06"]
    ),
    AbsenceScenario(
      testDescription: "short absences that touch are one",
      calls: [
        TimedCall("12:00", "Away"), TimedCall("12:06", "Back"),
        TimedCall("12:11", "Away", ["idle": "5m"]),
        TimedCall("12:12", "Back"),
      ],
      away: "12:06-12:12",
      ran: ["Work 360"],
      unresolved: ["Work away 12:00-12:12"]
    ),
    AbsenceScenario(
      testDescription: "two absences",
      calls: [
        TimedCall("10:00", "Away"), TimedCall("10:30", "Back"), TimedCall("12:05", "Away"),
        TimedCall("13:00", "Back"),
      ],
      away: "12:05-13:00",
      ran: ["Work 3300"],
      unresolved: ["Work away 10:00-10:30, away 12:05-13:00"]
    ),
    AbsenceScenario(
      testDescription: "across midnight",
      calls: [TimedCall("23:30", "Away"), TimedCall("+00:20", "Back")],
      away: "23:30-00:20",
      ran: ["Work 3000"],
      unresolved: ["Work away 23:30-00:20"]
    ),
    AbsenceScenario(
      testDescription: "a time typed after midnight is of the evening before",
      calls: [TimedCall("+00:10", "Away", ["at": "23:30"]), TimedCall("+00:20", "Back")],
      away: "23:30-00:20",
      ran: ["Work 3000"],
      unresolved: ["Work away 23:30-00:20"]
    ),
  ]
}
