import Foundation
import IntentKit
import JSONText
import MinutaCore

extension Settings {
  /// The schema of the settings about time.
  static let timeProperties: JSONObject = [
    "timeZone": [
      "description": "The zone of your days, an IANA name such as Europe/Zurich.",
      "type": "string",
    ],
    "dayStart": [
      "description": "When a day begins, also the first of a week or month.",
      "type": "string",
      "default": "00:00",
    ],
    "weekStart": [
      "description": "The first day of a week.",
      "enum": .array(weekdays),
      "default": "monday",
    ],
    "overlap": [
      "description": "What to do with a new record that overlaps others.",
      "enum": .array(OverlapPolicy.allCases.map { .string($0.rawValue) }),
      "default": "allow",
    ],
    "oneTimer": [
      "description": "Whether a new timer stops the others.",
      "type": "boolean",
    ],
    "daysOff": [
      "description": "Days without a target, such as 2026-12-25 or 2026-12-24/2027-01-02.",
      "type": "array",
      "items": ["type": "string"],
    ],
    "targets": [
      "description": "The times to reach per day, week or month.",
      "type": "array",
      "items": [
        "type": "object",
        "required": ["time", "per"],
        "properties": [
          "time": ["type": "string"],
          "per": ["enum": .array(Target.Period.allCases.map { .string($0.rawValue) })],
          "tag": ["type": "string", "minLength": 1],
          "from": ["type": "string"],
          "weekdays": [
            "type": "array", "items": ["enum": .array(weekdays)], "uniqueItems": true,
            "minItems": 1,
          ],
        ],
        "additionalProperties": false,
      ],
      "examples": [[["tag": "Acme", "time": "30h", "per": "week"]]],
    ],
  ]

  private static let weekdays = Weekday.allCases.map { JSONValue.string($0.name.lowercased()) }

  /// The default time zone; nil for that of the environment.
  var timeZone: TimeZone? { json["timeZone"]?.string.flatMap(TimeZone.init(named:)) }

  /// The time rules that the settings define.
  var timeRules: TimeRules {
    var rules = TimeRules()
    rules.dayStart = json["dayStart"]?.string.flatMap(TimeRules.dayStart) ?? 0
    rules.weekStart = json["weekStart"]?.string.flatMap(TimeRules.weekday) ?? .monday
    rules.uses12Hours = uses12Hours
    rules.durations = durations ?? .units
    rules.overlap = json["overlap"]?.string.flatMap(OverlapPolicy.init) ?? .allow
    rules.timers = timerPolicy
    rules.targets = TargetPlan(
      (json["targets"]?.array ?? []).compactMap(Target.init),
      daysOff: (json["daysOff"]?.array ?? []).compactMap { $0.string.flatMap(TimeRules.days) }
    )
    rules.words = sheetWords
    rules.billing = billingRules
    rules.reports = reportRules
    rules.minimumAwaySeconds = minimumAwaySeconds ?? rules.minimumAwaySeconds
    return rules
  }

  /// The policy for starting a timer while another is running.
  ///
  /// Without the setting `oneTimer`, starting shows a warning, unless `overlap` is `allow`.
  private var timerPolicy: ConcurrentTimerPolicy {
    switch json["oneTimer"]?.bool {
    case true?: .stop
    case false?: .allow
    case nil: json["overlap"] == "allow" ? .allow : .warn
    }
  }
}

extension Target {
  fileprivate init?(_ json: JSONValue) {
    guard
      let period = json["per"]?.string.flatMap(Period.init),
      let seconds = json["time"]?.string.flatMap(DurationFormat.seconds)
    else { return nil }
    let from = json["from"]?.string.flatMap(TimeRules.days)?.lowerBound
    let tag = json["tag"]?.string
    guard let names = json["weekdays"]?.array?.compactMap(\.string) else {
      self.init(tag: tag, period: period, seconds: seconds, from: from)
      return
    }
    self.init(
      tag: tag,
      period: period,
      seconds: seconds,
      from: from,
      weekdays: Set(names.compactMap(TimeRules.weekday))
    )
  }
}

extension JSONValue {
  /// The problem of the first time setting that has a valid type but an invalid value; nil if there
  /// is none.
  var timeProblem: ValidationError? {
    if let problem = problem(
      JSONPointer(["timeZone"]),
      Self.zone,
      { TimeZone(identifier: $0) != nil }
    ) {
      return problem
    }
    let dayStart = problem(JSONPointer(["dayStart"]), "a time of day such as 06:00") {
      TimeRules.dayStart($0) != nil
    }
    if let dayStart { return dayStart }
    for index in (self["daysOff"]?.array ?? []).indices {
      let place = JSONPointer(["daysOff"]).appending(index)
      let isDay = { (text: String) in TimeRules.days(text) != nil }
      if let problem = problem(place, "days such as 2026-12-25", isDay) { return problem }
    }
    for index in (self["targets"]?.array ?? []).indices {
      let place = JSONPointer(["targets"]).appending(index)
      let time = problem(place.appending("time"), "a duration such as 8h") {
        DurationFormat.seconds($0) != nil
      }
      let from = problem(place.appending("from"), "a day such as 2026-01-01") {
        TimeRules.days($0)?.count == 1
      }
      if let problem = time ?? from { return problem }
    }
    return nil
  }

  private static let zone = "the name of a time zone such as Europe/Zurich"

  /// Returns the problem of the text or number at a place; nil if it is missing or right.
  func problem(
    _ place: JSONPointer,
    _ expected: String,
    _ isRight: (String) -> Bool
  ) -> ValidationError? {
    var value: JSONValue? = self
    for token in place.tokens {
      value = Int(token).flatMap { index in value?.array.map { $0[index] } } ?? value?[token]
    }
    guard let value, let text = value.literal, !isRight(text) else {
      return nil
    }
    return ValidationError(place, .invalidFormat(expected: expected, found: value))
  }
}
