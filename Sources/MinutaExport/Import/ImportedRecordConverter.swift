import Foundation
import MinutaCore

/// Converts the records of files to records of the store: instants, tag names, comments and ids.
struct ImportedRecordConverter {
  private let days: LocalCalendar
  private var ids: ImportedRecordIDGenerator
  /// The ids of all records so far; nil if repeated records are known.
  private var converted: Set<UUID>?
  /// The end of the last record on each day that has records with only a length, in seconds since
  /// 1970.
  private var ends: [Int: Int] = [:]
  private var converters: [String: LocalTimeConverter] = [:]
  /// Whether a local time needed the time zone of the import.
  private(set) var hasLocalTimes = false

  /// The keys of the tags that are preferred, the first of them first.
  private let tagOrder: [String]
  /// Whether records that Minuta exported may be those of this data folder.
  private let hasOwnRecords: Bool

  init(_ request: ImportRequest, format: String) {
    days = request.days
    hasOwnRecords = request.account.isEmpty
    tagOrder = request.tagOrder.map(TagName.key)
    converted = request.repeats == nil ? [] : nil
    ids = ImportedRecordIDGenerator(format: format, account: request.account)
  }

  /// Begins another file.
  ///
  /// - Parameter program: the program whose ids the file has; empty if the format has only one.
  mutating func startFile(of program: String) {
    ids.startFile(of: program)
  }

  /// Returns the record to import.
  mutating func convert(
    _ record: ImportedRecord,
    of file: String
  ) throws(Problem) -> RecordToImport {
    // Count every record for the ids, so that they don't depend on which records can be converted, nor
    // on the order of tags.
    let (id, equalBefore) = ids.id(of: record)
    let record = preferringTags(record)
    let interval = try interval(of: record)
    if let name = record.timeZone { _ = try converter(name) }
    if interval.end < interval.start { throw .invalid(.endBeforeStart) }
    guard Timestamp.range.contains(interval.start), Timestamp.range.contains(interval.end) else {
      throw .invalid(.outOfRange)
    }
    let tag =
      record.pathForm == .ownName
      ? record.path.first.flatMap(Self.ownTag) : Self.tag(record.path)
    let text = CommentParts(
      text: record.text,
      labels: record.labels + (interval.isPlaced ? [] : [.unplaced])
    ).comment
    let comment = record.spelling.map { $0.comment(adding: text) } ?? text
    if [tag, comment].contains(where: Self.isTooLong) { throw .invalid(.tooLong) }
    if let tag, tag.utf8.count(where: { $0 == UInt8(ascii: "/") }) >= Self.levelLimit {
      throw .invalid(.tooManyLevels)
    }
    if converted?.insert(id).inserted == false {
      throw .skipped(.repeated(hasID: equalBefore == nil || record.possibleID != nil))
    }
    return RecordToImport(
      id: id,
      start: interval.start,
      end: interval.end,
      tag: tag,
      comment: comment,
      timeZone: zone(of: record) ?? days.timeZone.name,
      hasTimeZone: zone(of: record) != nil || record.time.isLocal,
      file: file,
      line: record.line,
      hasID: equalBefore == nil,
      isPlaced: interval.isPlaced,
      clockChanges: interval.clockChanges,
      ignoredDuration: interval.ignoredDuration,
      equalBefore: record.isOwnWithoutID && hasOwnRecords ? equalBefore : nil,
      dividedNames: record.pathForm == .separateNames ? record.path.filter(Self.isDivided) : [],
      labels: record.pathForm == .separateNames ? [] : record.labels,
      labelsInText: record.textHasLabels ? [] : Label.all(in: record.text)
    )
  }

  /// Returns a record whose tag is the preferred one of its tags; the one that it had becomes a label.
  private func preferringTags(_ record: ImportedRecord) -> ImportedRecord {
    if tagOrder.isEmpty || record.labels.isEmpty { return record }
    let tag = Self.tag(record.path)
    let keys = ([tag] + record.labels.map(\.tag)).map { $0.map(TagName.key) }
    guard let index = tagOrder.lazy.compactMap({ keys.firstIndex(of: $0) }).first, index > 0 else {
      return record
    }
    var other = record
    (other.path, other.pathForm) = ([other.labels.remove(at: index - 1).tag], .name)
    other.labels.insert(contentsOf: tag.map { [Label(tag: $0)] } ?? [], at: 0)
    other.spelling = nil
    return other
  }

  /// The times of a record, and what the user should check about them.
  private struct Interval {
    let start: Date
    let end: Date
    /// Whether the file has the time of day.
    var isPlaced = true
    var clockChanges: [ClockChange] = []
    var ignoredDuration: Int?
  }

  private mutating func interval(of record: ImportedRecord) throws(Problem) -> Interval {
    switch record.time {
    case .interval(let first, let last):
      return try interval(from: first, to: last, of: record)
    case .lasting(let first, let seconds):
      if seconds < 0 { throw .skipped(.negative(seconds: seconds)) }
      let starts = try instants(first)
      let start = starts.dates[0]
      return Interval(
        start: start,
        end: start.addingTimeInterval(Double(seconds)),
        clockChanges: [starts.clockChange(for: start)].compactMap(\.self)
      )
    case .length(let seconds, let day):
      if seconds < 0 { throw .skipped(.negative(seconds: seconds)) }
      hasLocalTimes = true
      let (start, end) = place(max(0, seconds - record.breakSeconds), on: day.daysSince1970)
      return Interval(start: start, end: end, isPlaced: false)
    }
  }

  /// Places a record with only a length after the last one of its day, or at the start of the day if
  /// the rest of the day is too short.
  private mutating func place(_ seconds: Int, on day: Int) -> (start: Date, end: Date) {
    let first = days.start(ofDay: day)
    let next = days.start(ofDay: day + 1)
    let free = ends[day] ?? first
    let start = free + seconds > next ? first : free
    ends[day] = start + seconds
    return (
      Date(timeIntervalSince1970: Double(start)),
      Date(timeIntervalSince1970: Double(start + seconds))
    )
  }

  private mutating func interval(
    from first: ImportedInstant,
    to last: ImportedInstant,
    of record: ImportedRecord
  ) throws(Problem) -> Interval {
    let (starts, ends) = (try instants(first), try instants(last))
    let pairs = starts.dates.flatMap { start in ends.dates.map { (start, $0) } }
    let fitting = record.seconds.map { seconds in
      pairs.filter { abs($1.timeIntervalSince($0) - Double(seconds)) <= Self.durationTolerance }
    }
    let (start, end) = fitting?.first ?? pairs.first { $1 >= $0 } ?? pairs[0]
    let isDecided = fitting?.count == 1
    var changes = [
      starts.clockChange(for: start, isDecided: isDecided),
      ends.clockChange(for: end, isDecided: isDecided),
    ].compactMap(\.self)
    if changes.isEmpty, record.seconds == nil, case .local(let from) = first,
      case .local(let to) = last
    {
      let shown = to.utcSeconds - from.utcSeconds
      let seconds = Int(end.timeIntervalSince(start))
      if shown != seconds { changes = [.length(shown: shown, seconds: seconds)] }
    }
    let cut = min(Double(record.breakSeconds), max(0, end.timeIntervalSince(start)))
    return Interval(
      start: start,
      end: end.addingTimeInterval(-cut),
      clockChanges: changes,
      ignoredDuration: fitting?.isEmpty == true ? record.seconds : nil
    )
  }

  /// The seconds by which a duration may differ from its times, because a file can round both to
  /// minutes.
  private static let durationTolerance = 60.0

  /// The maximum number of characters of a comment and of a tag's name, as in the definition of
  /// `ImportRecord`.
  private static let textLimit = 100_000

  /// The maximum number of levels of a tag; the work for one grows with their square.
  private static let levelLimit = 10_000

  private static func isTooLong(_ text: String?) -> Bool {
    guard let text, text.utf8.count > textLimit else { return false }
    return text.unicodeScalars.count > textLimit
  }

  /// The reason why a record of a file can't become a record of the store.
  enum Problem: Error {
    case skipped(SkipReason)
    case invalid(InvalidReason)
  }

  /// Returns the time zone that the file names for a record; nil if it names none.
  private func zone(of record: ImportedRecord) -> String? {
    if let zone = record.timeZone { return zone }
    switch record.time {
    case .interval(.zoned(_, let zone), _), .lasting(.zoned(_, let zone), _): return zone
    default: return nil
    }
  }

  /// The instants that a time of a file can mean, at least one.
  private struct Instants {
    /// Two for a local time that the clock shows twice or never; the first is the one to prefer.
    var dates: [Date]
    var adjustment: LocalTimeConverter.LocalTimeAdjustment?
    var timeZone = TimeZone.gmt

    /// Returns the clock change that the user should check, if `date` was chosen.
    ///
    /// - Parameter isDecided: whether only this choice fits the duration in the file.
    func clockChange(for date: Date, isDecided: Bool = false) -> ClockChange? {
      guard let adjustment else { return nil }
      if case .repeated = adjustment, isDecided || date != dates[0] { return nil }
      return .time(adjustment, date: date, timeZone: timeZone)
    }
  }

  /// Returns the instants that a file can mean.
  private mutating func instants(_ instant: ImportedInstant) throws(Problem) -> Instants {
    switch instant {
    case .utc(let seconds):
      return Instants(dates: [Date(timeIntervalSince1970: Double(seconds))])
    case .local(let time):
      hasLocalTimes = true
      return Self.instants(of: time, LocalTimeConverter(timeZone: days.timeZone))
    case .zoned(let time, let zone):
      return Self.instants(of: time, try converter(zone))
    }
  }

  private static func instants(of time: CivilTime, _ clock: LocalTimeConverter) -> Instants {
    let first = clock.instant(of: time)
    var instants = Instants(
      dates: [first.date],
      adjustment: first.adjustment,
      timeZone: clock.timeZone
    )
    switch first.adjustment {
    case .repeated?:
      let later = [1800.0, 3600, 7200].map { first.date.addingTimeInterval($0) }
      instants.dates += later.filter { clock.time(at: $0) == time }
    case .skipped?:
      let gap = clock.time(at: first.date).utcSeconds - time.utcSeconds
      instants.dates.append(first.date.addingTimeInterval(Double(-gap)))
    default: break
    }
    return instants
  }

  private mutating func converter(_ name: String) throws(Problem) -> LocalTimeConverter {
    if let known = converters[name] { return known }
    guard let timeZone = TimeZone(named: name) else { throw .invalid(.unknownTimeZone(name)) }
    let converter = LocalTimeConverter(timeZone: timeZone)
    converters[name] = converter
    return converter
  }

  /// Returns the name of a tag, without empty components; nil if nothing is left.
  static func tag(_ path: [String]) -> String? {
    let parts = path.flatMap { $0.split(separator: "/") }
      .map(trimmed)
      .filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// Returns the name of a tag that Minuta exported; nil if nothing is left.
  private static func ownTag(_ name: String) -> String? {
    TagPath.hasEmptyComponent(name) ? tag([name]) : TagName.normalized(name)
  }

  /// Whether a `/` divides a name into several levels.
  private static func isDivided(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "/")) && tag([name])?.contains("/") == true
  }

  /// Returns a component without surrounding white space.
  private static func trimmed(_ part: Substring) -> String {
    let isPlain = [part.utf8.first, part.utf8.last].allSatisfy { 0x21..<0x7F ~= $0 ?? 0 }
    return isPlain ? String(part) : part.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
