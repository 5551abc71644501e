/// Reads the events of an iCalendar file one by one.
struct ICalendarReader: ImportReader {
  private var lines: ICalendarLineReader
  /// The names of the components that are being read, from the outermost to the current one.
  private var components: [String] = []
  private var event: ICalendarEvent?
  /// The time zone that is being read.
  private var zone = ICalendarTimeZone()
  private var zones: [String: ICalendarTimeZone] = [:]
  /// The email address of the calendar's owner, which some programs give as its name; nil if it isn't
  /// known.
  private var owner: String?
  private(set) var declinedCount = 0

  init(_ file: ImportFile) {
    lines = ICalendarLineReader(file)
  }

  mutating func next() throws(FormatError) -> ImportedItem? {
    while let bytes = try lines.next() {
      guard let line = String(validating: bytes, as: UTF8.self) else {
        event?.hasEncodingError = true
        continue
      }
      if let property = ICalendarProperty(line), let item = item(after: property) { return item }
    }
    defer { (event, components) = (nil, []) }
    if let event { return .invalid(line: event.line, .missing("END:VEVENT")) }
    return components.contains("VCALENDAR")
      ? .invalid(line: lines.number, .missing("END:VCALENDAR")) : nil
  }

  /// Returns the item that a property completes; nil if it completes none.
  private mutating func item(after property: ICalendarProperty) -> ImportedItem? {
    switch property.name {
    case "BEGIN": return begin(property.value.uppercased())
    case "END": return end(property.value.uppercased())
    default: break
    }
    switch components.last {
    case "VCALENDAR" where property.name == "X-WR-CALNAME" && property.value.contains("@"):
      owner = property.text.lowercased()
    case "VEVENT": event?.add(property)
    case "VTIMEZONE": zone.add(property)
    case "STANDARD", "DAYLIGHT": zone.addToObservance(property)
    default: break
    }
    return nil
  }

  /// The maximum number of innermost components that are remembered; calendars have three levels.
  private static let maximumDepth = 20

  private mutating func begin(_ component: String) -> ImportedItem? {
    // An event doesn't contain another one, so the end of the first is missing.
    let unfinished = component == "VEVENT" ? event : nil
    if components.count == Self.maximumDepth { components.removeFirst() }
    components.append(component)
    switch component {
    case "VEVENT": event = ICalendarEvent(line: lines.number)
    case "VTIMEZONE": zone = ICalendarTimeZone()
    case "STANDARD", "DAYLIGHT": zone.beginObservance()
    case "VTODO", "VJOURNAL", "VFREEBUSY":
      return .skipped(line: lines.number, .notARecord(component))
    default: break
    }
    return unfinished.map { .invalid(line: $0.line, .missing("END:VEVENT")) }
  }

  private mutating func end(_ component: String) -> ImportedItem? {
    guard let index = components.lastIndex(of: component) else { return nil }
    components.removeSubrange(index...)
    if component == "VTIMEZONE", let name = zone.name { zones[name] = zone }
    guard component == "VEVENT", let event else { return nil }
    self.event = nil
    let item = event.item(zones, of: owner)
    if case .record = item, owner == nil, event.hasDeclined { declinedCount += 1 }
    return item
  }
}
