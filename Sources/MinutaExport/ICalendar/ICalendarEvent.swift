import Foundation
import MinutaCore

/// An event (`VEVENT`) of an iCalendar file.
struct ICalendarEvent {
  /// The line on which the event begins.
  let line: Int
  /// The first property of each name.
  private var properties: [String: ICalendarProperty] = [:]
  private var categories: [String] = []
  /// The addresses of the attendees who declined, in lower case.
  private var declined: Set<String> = []
  /// Whether a line of the event isn't UTF-8.
  var hasEncodingError = false

  init(line: Int) {
    self.line = line
  }

  mutating func add(_ property: ICalendarProperty) {
    if property.name == "CATEGORIES" {
      categories += property.texts.filter { !$0.allSatisfy(\.isWhitespace) }
    } else if property.name == "ATTENDEE" {
      if property.parameters["PARTSTAT"]?.uppercased() == "DECLINED" {
        declined.insert(property.value.lowercased())
      }
    } else if Self.names.contains(property.name), properties[property.name] == nil {
      properties[property.name] = property
    }
  }

  private static let names: Set = [
    "UID", "DTSTART", "DTEND", "DURATION", "SUMMARY", "DESCRIPTION", "STATUS", "TRANSP", "RRULE",
    "RDATE", "RECURRENCE-ID", ICalendarName.timeZone,
  ]

  /// Returns the record of the event, or the reason why there is none.
  ///
  /// - Parameters:
  ///   - zones: the time zones that the file defines, by name.
  ///   - owner: the email address of the calendar's owner; nil if it isn't known.
  func item(_ zones: [String: ICalendarTimeZone], of owner: String?) -> ImportedItem {
    if hasEncodingError { return .invalid(line: line, .encoding) }
    if let owner, declined.contains("mailto:\(owner)") { return .skipped(line: line, .declined) }
    if let reason = skipReason { return .skipped(line: line, reason) }
    do throws(InvalidReason) {
      guard let time = try time(zones) else { return .skipped(line: line, .noTime) }
      return .record(record(time))
    } catch {
      return .invalid(line: line, error)
    }
  }

  /// Whether an attendee declined, who may be the owner of the calendar.
  var hasDeclined: Bool { !declined.isEmpty }

  private var skipReason: SkipReason? {
    if ["RRULE", "RDATE"].contains(where: { properties[$0] != nil }) { return .repeating }
    if case .day? = properties["DTSTART"].flatMap({ ICalendarTime($0.value) }) { return .allDay }
    let isCancelled = value("STATUS") == "CANCELLED"
    let isTransparent = value("TRANSP") == "TRANSPARENT" && ownID == nil
    return isCancelled || isTransparent ? .notBusy : nil
  }

  private func value(_ name: String) -> String? { properties[name]?.value.uppercased() }

  /// The id of the record, if Minuta exported the event; an instance of a series is another one.
  private var ownID: UUID? {
    guard properties["RECURRENCE-ID"] == nil, let uid = properties["UID"]?.text,
      uid.hasSuffix(ICalendarName.uidSuffix)
    else {
      return nil
    }
    return UUID.of(String(uid.dropLast(ICalendarName.uidSuffix.count)))
  }

  /// The id of the event; that of an instance of a series has the start which the series gives it.
  private var id: String? {
    let uid = properties["UID"]?.text
    guard let uid, let instance = properties["RECURRENCE-ID"]?.value else { return uid }
    return "\(uid) \(instance)"
  }

  private func record(_ time: ImportedTime) -> ImportedRecord {
    let isOwn = ownID != nil
    // The summary of Minuta's own events repeats the tag and the comment.
    let texts = [isOwn ? nil : "SUMMARY", "DESCRIPTION"]
      .compactMap { $0.flatMap { properties[$0]?.text } }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    let isRepeated = texts.count == 2 && texts[0] == texts[1]
    var record = ImportedRecord(
      line: line,
      id: id,
      ownID: ownID,
      time: time,
      path: Array(categories.prefix(1)),
      text: texts.isEmpty ? nil : (isRepeated ? [texts[0]] : texts).joined(separator: "\n"),
      labels: categories.dropFirst().map { Label(tag: $0) },
      timeZone: isOwn ? properties[ICalendarName.timeZone]?.text : nil
    )
    record.textHasLabels = isOwn
    if isOwn { record.pathForm = .ownName }
    return record
  }
}

extension ICalendarEvent {
  /// Returns the time of the event; nil if it has only a start.
  private func time(
    _ zones: [String: ICalendarTimeZone]
  ) throws(InvalidReason) -> ImportedTime? {
    guard let start = properties["DTSTART"] else { throw .missing("DTSTART") }
    let first = try instant(start, zones)
    if let end = properties["DTEND"] { return .interval(first, try instant(end, zones)) }
    guard let duration = properties["DURATION"]?.value else { return nil }
    guard let seconds = ICalendarTime.seconds(duration) else { throw .invalidDuration(duration) }
    return .lasting(first, seconds: seconds)
  }

  private func instant(
    _ property: ICalendarProperty,
    _ zones: [String: ICalendarTimeZone]
  ) throws(InvalidReason) -> ImportedInstant {
    switch ICalendarTime(property.value) {
    case nil: throw .invalidTime(property.value)
    case .utc(let time): return .utc(time.utcSeconds)
    case .day(let day): return .local(day)
    case .local(let time):
      guard let zone = property.parameters["TZID"] else { return .local(time) }
      // The rules of the file count, but the system knows those of a region, such as Europe/Berlin,
      // better.
      if let known = ICalendarTimeZone.systemName(of: zone),
        known.contains("/") || zones[zone] == nil
      {
        return .zoned(time, zone: known)
      }
      if let seconds = zones[zone]?.seconds(of: time) { return .utc(seconds) }
      // Rules in the file that can't be understood may differ from those of the system.
      let known = zones[zone] == nil ? ICalendarTimeZone.windowsNames[zone] : nil
      return .zoned(time, zone: known ?? zone)
    }
  }
}
