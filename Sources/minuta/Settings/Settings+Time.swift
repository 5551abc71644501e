import Foundation
import IntentKit
import JSONText
import MinutaCore

extension Settings {
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
    rules.reports.header = json["reports"]?["header"]?.string
    rules.reports.footer = json["reports"]?["footer"]?.string
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
