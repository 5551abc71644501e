import Foundation
import IntentKit
import JSONText
import MinutaCore

/// Converts a call's arguments to typed values.
///
/// The schema's keywords `x-minuta-type` and `x-minuta-entity` name the type of each argument.
struct ArgumentResolver {
  private let tracker: TimeTracker?
  private let now: Date
  private var days: LocalCalendar
  /// Notes about the interpretation of ambiguous arguments, to append to the result's sentence.
  private(set) var notes: [String] = []

  /// Creates a resolver that looks up tags and records.
  ///
  /// - Parameter days: the calendar for dates; its time zone applies if the call names none.
  init(tracker: TimeTracker, days: LocalCalendar) {
    self.tracker = tracker
    now = tracker.now
    self.days = days
  }

  /// Creates a resolver that checks arguments without a store, so it can't look up tags and
  /// records.
  init(validatingAt now: Date, days: LocalCalendar) {
    tracker = nil
    self.now = now
    self.days = days
  }

  /// Resolves all arguments.
  ///
  /// The time zone comes first, since the others depend on it.
  mutating func resolve(
    _ arguments: JSONObject,
    of definition: IntentDefinition
  ) throws -> IntentArguments {
    var resolved = arguments
    let properties = definition.properties.members.map {
      (name: $0.key, type: argumentType(of: $0.value))
    }
    let zones = properties.filter { Self.isZone($0.type) }
    for (name, type) in zones + properties.filter({ !Self.isZone($0.type) }) {
      guard let type, let value = arguments[name] else { continue }
      let pointer = JSONPointer([name])
      if let elements = value.array {
        resolved[name] = try resolve(elements, as: type, at: pointer)
      } else {
        resolved[name] = try resolve(value, as: type, at: pointer)
      }
    }
    return IntentArguments(resolved)
  }

  private static func isZone(_ type: String?) -> Bool {
    type == "timeZone" || type == "timeZoneOrRecord"
  }

  /// Returns the type of an argument, or of its items if it is a list.
  private func argumentType(of schema: JSONValue) -> String? {
    schema["x-minuta-type"]?.string ?? schema["x-minuta-entity"]?.string
      ?? schema["items"].flatMap(argumentType)
  }

  private mutating func resolve(
    _ elements: [JSONValue],
    as type: String,
    at pointer: JSONPointer
  ) throws -> JSONValue {
    var resolved: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      resolved.append(try resolve(element, as: type, at: pointer.appending(index)))
    }
    return .array(resolved)
  }

  private mutating func resolve(
    _ value: JSONValue,
    as type: String,
    at pointer: JSONPointer
  ) throws -> JSONValue {
    let text = value.string ?? ""
    switch type {
    case "moment": return try moment(text, pointer)
    case "duration": return try duration(text, pointer)
    case "shift": return try shift(text, pointer)
    case "range": return try range(text, pointer)
    case "filter": return try filter(text, pointer)
    case "timeZone": return try zone(text, pointer)
    case "timeZoneOrRecord": return text == "record" ? value : try zone(text, pointer)
    case "tag": return try tag(text, pointer)
    case "record": return try record(text)
    case "tagName": return try tagName(text, pointer)
    case "color": return try color(text, pointer)
    default: return value
    }
  }

  /// Returns the JSON for a time argument: an instant, or an `UndatedTime` if there is no date.
  ///
  /// Only the intent knows the day of a time without a date.
  private mutating func moment(_ text: String, _ pointer: JSONPointer) throws(Failure)
    -> JSONValue
  {
    let parser = DateTimeParser(now: now, days: days)
    guard let instant = parser.instant(text), let kind = parser.kind(text) else {
      throw Self.invalidFormat(
        text,
        pointer,
        "a time such as 09:30 or 2026-11-20T09:30:00+01:00, or an offset such as -15m"
      )
    }
    if kind != .dated {
      return UndatedTime(text: text, kind: kind, today: instant.date).json
    }
    if let adjustment = instant.adjustment {
      notes.append(adjustment.note(resolvedTo: instant.date, timeZone: days.timeZone))
    }
    return .string(Timestamp.text(instant.date))
  }

  private func duration(_ text: String, _ pointer: JSONPointer) throws(Failure) -> JSONValue {
    guard let seconds = DurationFormat.seconds(text) else {
      throw Self.invalidFormat(text, pointer, "a duration such as 1h30m, 90m, 1:30 or 1.5h")
    }
    return .number(JSONNumber(seconds))
  }

  private func shift(_ text: String, _ pointer: JSONPointer) throws(Failure) -> JSONValue {
    let isEarlier = text.hasPrefix("-")
    let size = isEarlier || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let seconds = DurationFormat.seconds(size) else {
      throw Self.invalidFormat(text, pointer, "a shift such as 15m or -1h30m")
    }
    return .number(JSONNumber(isEarlier ? -seconds : seconds))
  }

  /// Checks a filter and returns its text, with the time zone for the dates in it.
  private func filter(_ text: String, _ pointer: JSONPointer) throws -> JSONValue {
    let parser = FilterParser(now: now, days: days) { [tracker] name throws(TrackingError) in
      try tracker?.reference(toTag: name) ?? .name(name)
    }
    do {
      _ = try parser.filter(text)
    } catch let problem as FilterSyntaxError {
      throw Self.invalidFormat(text, pointer, problem.expectation)
    }
    return ["text": .string(text), "timeZone": .string(days.timeZone.name)]
  }

  private mutating func range(_ text: String, _ pointer: JSONPointer) throws(Failure)
    -> JSONValue
  {
    let parser = RangeParser(now: now, days: days)
    guard let range = parser.range(text) else {
      let suggestion = TypoSuggester.closest(to: text, in: RangeParser.words)
      throw Self.invalidFormat(
        text,
        pointer,
        suggestion.map { "a range such as \($0)" }
          ?? "a range such as today, lastWeek, 2026-11 or 2026-11-01/2026-11-20"
      )
    }
    if let covered = parser.dayRange(text) {
      noteAdjustedBoundaries(of: covered)
    }
    return range.json
  }

  /// Adds a note if the time zone skips the first or last day of a range, or moves the time at
  /// which the range starts or ends.
  ///
  /// - Parameter covered: the day numbers of the range.
  private mutating func noteAdjustedBoundaries(of covered: Range<Int>) {
    for day in Set([covered.lowerBound, covered.upperBound - 1]).sorted() where days.isSkipped(day)
    {
      let date = CivilTime(day: day).dateText
      notes.append("\(date) does not exist in \(days.timeZone.name).")
    }
    for day in [covered.lowerBound, covered.upperBound] where !days.isSkipped(day) {
      let instant = days.instant(ofDay: day)
      guard let adjustment = instant.adjustment else { continue }
      notes.append(adjustment.note(resolvedTo: instant.date, timeZone: days.timeZone))
    }
  }

  private mutating func zone(_ text: String, _ pointer: JSONPointer) throws(Failure)
    -> JSONValue
  {
    guard let zone = TimeZone(named: text) else {
      let suggestion =
        TypoSuggester.closest(to: text, in: TimeZone.knownTimeZoneIdentifiers) ?? "Europe/Zurich"
      throw Self.invalidFormat(text, pointer, "a time zone such as \(suggestion)")
    }
    days = days.zoned(zone)
    return .string(zone.name)
  }

  private func tag(_ text: String, _ pointer: JSONPointer) throws -> JSONValue {
    guard let plain = TagName.normalized(text) else {
      throw Self.invalidFormat(text, pointer, "a tag name")
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

  /// The id that stands for a record while arguments are checked without a store.
  private static let placeholderRecordID = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  )

  private func tagName(_ text: String, _ pointer: JSONPointer) throws(Failure) -> JSONValue {
    guard let normalized = TagName.normalized(text) else {
      throw Self.invalidFormat(text, pointer, "a tag name")
    }
    return .string(normalized)
  }

  private func color(_ text: String, _ pointer: JSONPointer) throws(Failure) -> JSONValue {
    let digits = text.dropFirst()
    let isHex = digits.allSatisfy { $0.isHexDigit && $0.isASCII }
    guard text.hasPrefix("#"), digits.count == 6, isHex else {
      throw Self.invalidFormat(text, pointer, "a colour such as #8C5EA2")
    }
    return .string(text.uppercased())
  }

  private static func invalidFormat(
    _ text: String,
    _ pointer: JSONPointer,
    _ expected: String
  ) -> Failure {
    .invalidValue(
      ValidationError(pointer, .invalidFormat(expected: expected, found: .string(text)))
    )
  }
}
