import Foundation
import MinutaCore

/// A time zone that an iCalendar file defines, such as `W. Europe Standard Time` of Outlook.
///
/// It is used for names that the system doesn't know.
struct ICalendarTimeZone {
  private(set) var name: String?
  private var observances: [Observance] = []

  /// A period of standard or daylight saving time, which can begin again.
  fileprivate struct Observance {
    var onset: CivilTime?
    var rule: ICalendarYearlyRule?
    /// Further onsets.
    var dates: [CivilTime] = []
    /// The offset from UTC in seconds.
    var offset: Int?
    /// Whether a property can't be understood, so that the time zone can't be used.
    var isUnknown = false
  }

  /// Adds a property of the time zone itself.
  mutating func add(_ property: ICalendarProperty) {
    if property.name == "TZID" { name = property.value }
  }

  mutating func beginObservance() {
    observances.append(Observance())
  }

  /// Adds a property of the observance that was begun last.
  mutating func addToObservance(_ property: ICalendarProperty) {
    guard !observances.isEmpty else { return }
    let last = observances.count - 1
    switch property.name {
    case "DTSTART":
      if case .local(let time)? = ICalendarTime(property.value) { observances[last].onset = time }
    case "TZOFFSETTO": observances[last].offset = Self.offset(property.value)
    case "RRULE":
      let isFirst = observances[last].rule == nil
      observances[last].rule = ICalendarYearlyRule(property.value)
      if !isFirst || observances[last].rule == nil { observances[last].isUnknown = true }
    case "RDATE": observances[last].add(dates: property.value)
    case "EXRULE", "EXDATE": observances[last].isUnknown = true
    default: break
    }
  }

  /// The maximum number of observances that each time is compared with.
  private static let maximumObservances = 1000

  /// Returns the instant of a local time in seconds since 1970; nil if the definition is unusable.
  func seconds(of time: CivilTime) -> Int? {
    if observances.contains(where: { $0.isUnknown || $0.offset == nil || $0.onset == nil }) {
      return nil
    }
    let known = observances.prefix(Self.maximumObservances).compactMap { observance in
      observance.offset.map { (offset: $0, onset: observance.latestOnset(until: time)) }
    }
    let latest = known.max { ($0.onset ?? .min) < ($1.onset ?? .min) }
    return latest.map { time.utcSeconds - $0.offset }
  }

  /// Returns the name under which the system knows a time zone, such as `Europe/Zurich` for
  /// `/freeassociation.sourceforge.net/Tzfile/Europe/Zurich`; nil if it doesn't know it.
  static func systemName(of name: String) -> String? {
    if TimeZone(named: name) != nil { return name }
    guard name.hasPrefix("/") else { return nil }
    let parts = name.split(separator: "/")
    let suffixes = parts.indices.lazy.map { parts[$0...].joined(separator: "/") }
    return suffixes.first { TimeZone(named: $0) != nil }
  }

  private static func offset(_ text: String) -> Int? {
    var scanner = TextScanner(text)
    let sign = scanner.skip("-") ? -1 : 1
    if sign == 1, !scanner.skip("+") { return nil }
    guard let hours = scanner.digits(2), let minutes = scanner.digits(2) else { return nil }
    return sign * (hours * 3600 + minutes * 60 + (scanner.digits(2) ?? 0))
  }
}

extension ICalendarTimeZone.Observance {
  /// The maximum number of onsets that each time is compared with.
  private static let maximumDates = 1000

  /// Adds the onsets in a list such as `19970406T020000,19980405T020000`.
  fileprivate mutating func add(dates text: String) {
    for date in text.split(separator: ",") {
      guard case .local(let time)? = ICalendarTime(String(date)), dates.count < Self.maximumDates
      else {
        isUnknown = true
        return
      }
      dates.append(time)
    }
  }

  /// Returns the last time at or before a local time at which the observance begins, in seconds that
  /// ignore time zones.
  fileprivate func latestOnset(until time: CivilTime) -> Int? {
    guard let onset else { return nil }
    var onsets = ([onset] + dates).map(\.utcSeconds)
    let clock = onset.utcSeconds - onset.daysSince1970 * 86_400
    if let rule, onset.utcSeconds <= time.utcSeconds {
      let repeated = rule.days(until: time.year).map { $0 * 86_400 + clock }
      onsets += repeated.filter { $0 >= onset.utcSeconds }
    }
    return onsets.filter { $0 <= time.utcSeconds }.max()
  }
}
