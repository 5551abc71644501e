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
///
/// The absence is as in `12:05-13:00`, nil if the user wasn't away; the records in it have their seconds.
typealias AbsenceScenario = (
  description: String, minimum: Int, calls: [TimedCall], away: String?, ran: [String],
  unresolved: [String]
)

extension AwayTests {
  static let scenarios: [AbsenceScenario] = [
    (
      "away and back", 600,
      [TimedCall("12:05", "Away"), TimedCall("13:00", "Back")], "12:05-13:00", ["Work 3300"],
      ["Work away 12:05-13:00"]
    ),
    (
      "idle since five minutes ago", 600,
      [TimedCall("12:10", "Away", ["idle": "5m"]), TimedCall("13:00", "Back")], "12:05-13:00",
      ["Work 3300"], ["Work away 12:05-13:00"]
    ),
    (
      "typed times", 600,
      [
        TimedCall("12:30", "Away", ["at": "12:05"]), TimedCall("13:30", "Back", ["at": "13:00"]),
      ], "12:05-13:00", ["Work 3300"], ["Work away 12:05-13:00"]
    ),
    (
      "a second Away keeps the start", 600,
      [TimedCall("12:05", "Away"), TimedCall("12:30", "Away"), TimedCall("13:00", "Back")],
      "12:05-13:00", ["Work 3300"], ["Work away 12:05-13:00"]
    ),
    (
      "a second Away with an idle time keeps the start", 600,
      [
        TimedCall("12:05", "Away"), TimedCall("12:30", "Away", ["idle": "5m"]),
        TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Work 3300"], ["Work away 12:05-13:00"]
    ),
    (
      "a typed time replaces the start by a later one", 600,
      [
        TimedCall("12:10", "Away"), TimedCall("12:32", "Away", ["at": "12:28"]),
        TimedCall("12:33", "Away", ["idle": "4m"]),
        TimedCall("13:00", "Back"),
      ], "12:28-13:00", ["Work 1920"], ["Work away 12:28-13:00"]
    ),
    (
      "a second Away with an earlier idle time moves the start", 600,
      [
        TimedCall("12:30", "Away"), TimedCall("12:31", "Away", ["idle": "5m"]),
        TimedCall("13:00", "Back"),
      ], "12:26-13:00", ["Work 2040"], ["Work away 12:26-13:00"]
    ),
    (
      "a second Back", 600,
      [TimedCall("12:05", "Away"), TimedCall("13:00", "Back"), TimedCall("13:01", "Back")], nil, [],
      ["Work away 12:05-13:00"]
    ),
    ("Back without Away", 600, [TimedCall("13:00", "Back")], nil, [], []),
    (
      "nothing runs", 600,
      [
        TimedCall("12:00", "StopTimer"), TimedCall("12:05", "Away"), TimedCall("13:00", "Back"),
      ], "12:05-13:00", [], []
    ),
    (
      "a timer started meanwhile counts from its start", 600,
      [
        TimedCall("12:00", "StopTimer"), TimedCall("12:05", "Away"),
        TimedCall("12:20", "StartTimer", ["tag": "Build"]), TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Build 2400"], ["Build away 12:20-13:00"]
    ),
    (
      "a timer stopped meanwhile counts to its end", 600,
      [
        TimedCall("12:05", "Away"), TimedCall("12:30", "StopTimer"), TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Work 1500"], ["Work away 12:05-12:30"]
    ),
    (
      "a timer started and stopped meanwhile isn't asked about", 600,
      [
        TimedCall("12:00", "StopTimer"), TimedCall("12:05", "Away"),
        TimedCall("12:20", "StartTimer", ["tag": "Build"]), TimedCall("12:40", "StopTimer"),
        TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Build 1200"], []
    ),
    (
      "a timer switched meanwhile", 600,
      [
        TimedCall("12:05", "Away"), TimedCall("12:30", "SwitchTimer", ["tag": "Build"]),
        TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Work 1500", "Build 1800"],
      ["Build away 12:30-13:00", "Work away 12:05-12:30"]
    ),
    (
      "several timers", 600,
      [
        TimedCall("10:00", "StartTimer", ["tag": "Call"]), TimedCall("12:05", "Away"),
        TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Work 3300", "Call 3300"],
      ["Work away 12:05-13:00", "Call away 12:05-13:00"]
    ),
    (
      "a short absence isn't asked about", 600,
      [TimedCall("12:05", "Away"), TimedCall("12:14", "Back")], "12:05-12:14", ["Work 540"], []
    ),
    (
      "the setting decides what is short", 60,
      [TimedCall("12:05", "Away"), TimedCall("12:06", "Back")], "12:05-12:06", ["Work 60"],
      ["Work away 12:05-12:06"]
    ),
    (
      "short absences that touch are one", 600,
      [
        TimedCall("12:00", "Away"), TimedCall("12:06", "Back"),
        TimedCall("12:11", "Away", ["idle": "5m"]),
        TimedCall("12:12", "Back"),
      ], "12:06-12:12", ["Work 360"], ["Work away 12:00-12:12"]
    ),
    (
      "two absences", 600,
      [
        TimedCall("10:00", "Away"), TimedCall("10:30", "Back"), TimedCall("12:05", "Away"),
        TimedCall("13:00", "Back"),
      ], "12:05-13:00", ["Work 3300"], ["Work away 10:00-10:30, away 12:05-13:00"]
    ),
    (
      "across midnight", 600,
      [TimedCall("23:30", "Away"), TimedCall("+00:20", "Back")], "23:30-00:20", ["Work 3000"],
      ["Work away 23:30-00:20"]
    ),
    (
      "a time typed after midnight is of the evening before", 600,
      [TimedCall("+00:10", "Away", ["at": "23:30"]), TimedCall("+00:20", "Back")], "23:30-00:20",
      ["Work 3000"], ["Work away 23:30-00:20"]
    ),
  ]
}
