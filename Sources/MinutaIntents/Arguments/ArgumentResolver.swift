import Foundation
import IntentKit
import JSONText
import MinutaCore

/// Gives the values of a call their meaning, as `x-minuta-type` and `x-minuta-entity` name it.
struct ArgumentResolver {
  private let tracker: TimeTracker?
  private let now: Date
  private var days: LocalCalendar
  private var notes: [String] = []

  /// Takes what values are resolved by.
  ///
  /// - Parameter days: how days are reckoned, in the zone of a call that names none.
  init(tracker: TimeTracker, days: LocalCalendar) {
    self.tracker = tracker
    now = tracker.now
    self.days = days
  }

  /// Takes what values can be checked by before a store is asked; entities stand for themselves.
  init(validatingAt now: Date, days: LocalCalendar) {
    tracker = nil
    self.now = now
    self.days = days
  }

  /// Resolves the zone first, since the others are read in it.
  mutating func resolve(
    _ arguments: JSONObject,
    of definition: IntentDefinition
  ) throws -> ResolvedArguments {
    var resolved = arguments
    let properties = definition.properties.members.map {
      (name: $0.key, type: argumentType(of: $0.value))
    }
    let zones = properties.filter { Self.isZone($0.type) }
    for (name, type) in zones + properties.filter({ !Self.isZone($0.type) }) {
      guard let type, let value = arguments[name] else { continue }
      let place = JSONPointer([name])
      if let elements = value.array {
        resolved[name] = try resolve(elements, as: type, of: place)
      } else {
        resolved[name] = try resolve(value, as: type, of: place)
      }
    }
    return ResolvedArguments(values: resolved, notes: notes)
  }

  private static func isZone(_ type: String?) -> Bool {
    type == "timeZone" || type == "timeZoneOrRecord"
  }

  /// What a value means, or each of a list.
  private func argumentType(of schema: JSONValue) -> String? {
    schema["x-minuta-type"]?.string ?? schema["x-minuta-entity"]?.string
      ?? schema["items"].flatMap(argumentType)
  }

  private mutating func resolve(
    _ elements: [JSONValue],
    as type: String,
    of place: JSONPointer
  ) throws -> JSONValue {
    var resolved: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      resolved.append(try resolve(element, as: type, of: place.appending(index)))
    }
    return .array(resolved)
  }

  private mutating func resolve(
    _ value: JSONValue,
    as type: String,
    of place: JSONPointer
  ) throws -> JSONValue {
    let text = value.string ?? ""
    switch type {
    case "moment": return try moment(text, place)
    case "duration": return try duration(text, place)
    case "shift": return try shift(text, place)
    case "range": return try range(text, place)
    case "filter": return try filter(text, place)
    case "timeZone": return try zone(text, place)
    case "timeZoneOrRecord": return text == "record" ? value : try zone(text, place)
    case "tag": return try tag(text, place)
    case "record": return try record(text)
    case "tagName": return try tagName(text, place)
    case "color": return try color(text, place)
    default: return value
    }
  }

  /// A moment as an instant; one without a date stays as it was typed, since the intent knows the
  /// day that it belongs to.
  private mutating func moment(_ text: String, _ place: JSONPointer) throws(IntentError)
    -> JSONValue
  {
    let reader = DateTimeParser(now: now, days: days)
    guard let instant = reader.instant(text), let kind = reader.kind(text) else {
      throw Self.unreadable(text, place, "a time such as 09:30, -15m or 2026-11-20T09:30:00+01:00")
    }
    if kind != .dated {
      return UndatedTime(text: text, kind: kind, today: instant.date).json
    }
    if let adjustment = instant.adjustment {
      notes.append(adjustment.sentence(resolvedTo: instant.date, timeZone: days.timeZone))
    }
    return .string(Timestamp.text(instant.date))
  }

  private func duration(_ text: String, _ place: JSONPointer) throws(IntentError) -> JSONValue {
    guard let seconds = DurationFormat.seconds(text) else {
      throw Self.unreadable(text, place, "a duration such as 1h30m, 90m, 1:30 or 1.5h")
    }
    return .number(JSONNumber(seconds))
  }

  private func shift(_ text: String, _ place: JSONPointer) throws(IntentError) -> JSONValue {
    let isEarlier = text.hasPrefix("-")
    let size = isEarlier || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let seconds = DurationFormat.seconds(size) else {
      throw Self.unreadable(text, place, "a shift such as 15m or -1h30m")
    }
    return .number(JSONNumber(isEarlier ? -seconds : seconds))
  }

  /// A filter stays as it was typed, with the zone that its ranges are read in.
  private func filter(_ text: String, _ place: JSONPointer) throws -> JSONValue {
    let reader = FilterParser(now: now, days: days) { [tracker] name throws(TrackingError) in
      try tracker?.reference(toTag: name) ?? .name(name)
    }
    do {
      _ = try reader.filter(text)
    } catch let problem as FilterSyntaxError {
      throw Self.unreadable(text, place, problem.expectation)
    }
    return ["text": .string(text), "timeZone": .string(days.timeZone.name)]
  }

  private mutating func range(_ text: String, _ place: JSONPointer) throws(IntentError) -> JSONValue
  {
    let reader = RangeParser(now: now, days: days)
    guard let range = reader.range(text) else {
      let near = TypoSuggestion.closest(to: text, in: RangeParser.words)
      throw Self.unreadable(
        text,
        place,
        near.map { "a range such as \($0)" }
          ?? "a range such as today, lastWeek, 2026-11 or 2026-11-01/2026-11-20"
      )
    }
    if let covered = reader.dayRange(text) {
      noteAdjustedBoundaries(of: covered)
    }
    return range.json
  }

  /// Notes what a change of the clock makes of the first and the last day of a range.
  private mutating func noteAdjustedBoundaries(of covered: Range<Int>) {
    for day in Set([covered.lowerBound, covered.upperBound - 1]).sorted() where days.isSkipped(day)
    {
      let date = CivilTime(day: day).dateText
      notes.append("\(date) does not exist in \(days.timeZone.name).")
    }
    for day in [covered.lowerBound, covered.upperBound] where !days.isSkipped(day) {
      let instant = days.instant(ofDay: day)
      guard let adjustment = instant.adjustment else { continue }
      notes.append(adjustment.sentence(resolvedTo: instant.date, timeZone: days.timeZone))
    }
  }

  private mutating func zone(_ text: String, _ place: JSONPointer) throws(IntentError) -> JSONValue
  {
    guard let zone = TimeZone(named: text) else {
      let near =
        TypoSuggestion.closest(to: text, in: TimeZone.knownTimeZoneIdentifiers) ?? "Europe/Zurich"
      throw Self.unreadable(text, place, "the name of a time zone such as \(near)")
    }
    days = days.zoned(zone)
    return .string(zone.name)
  }

  private func tag(_ text: String, _ place: JSONPointer) throws -> JSONValue {
    guard let plain = TagName.normalized(text) else {
      throw Self.unreadable(text, place, "a name")
    }
    switch try tracker?.reference(toTag: text) ?? .name(plain) {
    case .id(let id): return ["id": .string(id.uuidString)]
    case .name(let name): return ["name": .string(name)]
    }
  }

  private func record(_ text: String) throws(TrackingError) -> JSONValue {
    let id = try tracker?.record(text).id ?? Self.placeholderRecordID
    return ["id": .string(id.uuidString)]
  }

  /// Stands for a record that is not looked up.
  private static let placeholderRecordID = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  )

  private func tagName(_ text: String, _ place: JSONPointer) throws(IntentError) -> JSONValue {
    guard let normalized = TagName.normalized(text) else {
      throw Self.unreadable(text, place, "a name")
    }
    return .string(normalized)
  }

  private func color(_ text: String, _ place: JSONPointer) throws(IntentError) -> JSONValue {
    let digits = text.dropFirst()
    let isHex = digits.allSatisfy { $0.isHexDigit && $0.isASCII }
    guard text.hasPrefix("#"), digits.count == 6, isHex else {
      throw Self.unreadable(text, place, "a colour such as #8C5EA2")
    }
    return .string(text.uppercased())
  }

  private static func unreadable(
    _ text: String,
    _ place: JSONPointer,
    _ expected: String
  ) -> IntentError {
    .invalidValue(ValidationError(place, .invalidFormat(expected: expected, found: .string(text))))
  }
}

extension WallClock.Adjustment {
  /// The note of an answer about a time that was adjusted to an instant.
  func sentence(resolvedTo date: Date, timeZone: TimeZone) -> String {
    let zone = timeZone.name
    switch self {
    case .skipped(let time):
      let taken = WallClock(timeZone: timeZone).time(at: date)
      let day = taken.dateText == time.dateText ? "" : "\(taken.dateText) "
      return "\(time.clockText) does not exist on \(time.dateText) in \(zone); "
        + "\(day)\(taken.clockText) was taken."
    case .repeated(let time):
      return "\(time.clockText) comes twice on \(time.dateText) in \(zone); the first was taken."
    case .ofDay(let time):
      return "\(time.clockText) was taken to be on \(time.dateText), by when your days begin."
    }
  }
}

/// Values with their meaning.
struct ResolvedArguments {
  let values: JSONObject
  /// Sentences about choices that were made on the way, for the answer's dialog.
  let notes: [String]

  /// The values without the content of files, which says no more than a name, and with the instants
  /// that moments without a date were taken for.
  func displayable(for definition: IntentDefinition, moments: JSONObject) -> JSONObject {
    values.members.reduce(into: [:]) { shown, member in
      switch definition.properties[member.key]?["x-minuta-type"] {
      case "base64": break
      case "file": shown[member.key] = member.value["path"]
      default: shown[member.key] = moments[member.key] ?? member.value
      }
    }
  }
}
