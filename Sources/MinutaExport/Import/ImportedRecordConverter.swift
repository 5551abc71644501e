import Foundation
import MinutaCore

/// Converts the records of files to records of the store: instants, tag names, comments and ids.
struct ImportedRecordConverter {
  private let days: LocalCalendar
  private var ids: ImportedRecordIDGenerator
  /// The end of the last record on each day that has records with only a length.
  private var ends: [Int: Date] = [:]
  private var converters: [String: LocalTimeConverter] = [:]
  /// Whether a local time needed the time zone of the import.
  private(set) var hasLocalTimes = false

  /// Whether records that Minuta exported may be those of this data folder.
  private let hasOwnRecords: Bool

  /// The key of the label of records that have a length but no time of day.
  static let unplaced = "unplaced"

  init(_ request: ImportRequest, format: String) {
    days = request.days
    hasOwnRecords = request.account.isEmpty
    ids = ImportedRecordIDGenerator(format: format, account: request.account)
  }

  /// Begins another file.
  mutating func startFile() {
    ids.startFile()
  }

  /// Returns the record to import, or the reason why there is none.
  mutating func convert(
    _ record: ImportedRecord,
    of file: String
  ) -> Result<RecordToImport, Problem> {
    // Count every record for the ids, so that they don't depend on which records can be converted.
    let (id, equalBefore) = ids.id(of: record)
    var labels = record.labels
    let (start, end): (Date, Date)
    var clockChanges: [ClockChange] = []
    var ignoredDuration: Int?
    switch record.time {
    case .interval(let first, let last):
      guard let starts = instants(first), let ends = instants(last) else {
        return .failure(.noZone)
      }
      let pairs = starts.dates.flatMap { start in ends.dates.map { (start, $0) } }
      let fitting = record.seconds.map { seconds in
        pairs.filter { abs($1.timeIntervalSince($0) - Double(seconds)) <= Self.durationTolerance }
      }
      (start, end) = fitting?.first ?? pairs.first { $1 >= $0 } ?? pairs[0]
      if fitting?.isEmpty == true { ignoredDuration = record.seconds }
      let isDecided = fitting?.count == 1
      clockChanges = [
        starts.clockChange(for: start, isDecided: isDecided),
        ends.clockChange(for: end, isDecided: isDecided),
      ].compactMap(\.self)
    case .lasting(let first, let seconds):
      if seconds < 0 { return .failure(.negative) }
      guard let starts = instants(first) else { return .failure(.noZone) }
      start = starts.dates[0]
      end = start.addingTimeInterval(Double(seconds))
      clockChanges = [starts.clockChange(for: start)].compactMap(\.self)
    case .length(let seconds, let day):
      if seconds < 0 { return .failure(.negative) }
      start = ends[day.daysSince1970] ?? days.instant(ofDay: day.daysSince1970).date
      end = start.addingTimeInterval(Double(seconds))
      ends[day.daysSince1970] = end
      labels.append(Label(Self.unplaced))
      hasLocalTimes = true
    }
    if let name = record.timeZone, converter(name) == nil { return .failure(.noZone) }
    if end < start { return .failure(.endBeforeStart) }
    guard Timestamp.range.contains(start), Timestamp.range.contains(end) else {
      return .failure(.outOfRange)
    }
    let tag = Self.tag(record.path)
    let comment = CommentParts(text: record.text, labels: labels).comment
    if [tag, comment].contains(where: Self.isTooLong) { return .failure(.tooLong) }
    return .success(
      RecordToImport(
        id: id,
        start: start,
        end: end,
        tag: tag,
        comment: comment,
        timeZone: zone(of: record),
        file: file,
        line: record.line,
        clockChanges: clockChanges,
        ignoredDuration: ignoredDuration,
        equalBefore: record.isOwnWithoutID && hasOwnRecords ? equalBefore : nil
      )
    )
  }

  /// The seconds by which a duration may differ from its times, because a file can round both to
  /// minutes.
  private static let durationTolerance = 60.0

  /// The maximum number of characters of a comment and of a tag's name, as in the definition of
  /// `ImportRecord`.
  private static let textLimit = 100_000

  private static func isTooLong(_ text: String?) -> Bool {
    guard let text, text.utf8.count > textLimit else { return false }
    return text.unicodeScalars.count > textLimit
  }

  /// The reason why a record of a file can't become a record of the store.
  enum Problem: Error {
    case negative
    case endBeforeStart
    case outOfRange
    case tooLong
    /// The file names a time zone that doesn't exist.
    case noZone
  }

  private func zone(of record: ImportedRecord) -> String {
    if let zone = record.timeZone { return zone }
    switch record.time {
    case .interval(.zoned(_, let zone), _), .lasting(.zoned(_, let zone), _): return zone
    default: return days.timeZone.name
    }
  }

  /// The instants that a time of a file can mean, at least one.
  private struct Instants {
    /// Two for a local time that the clock shows twice.
    var dates: [Date]
    var adjustment: LocalTimeConverter.LocalTimeAdjustment?
    var timeZone = TimeZone.gmt

    /// Returns the clock change that the user should check, if `date` was chosen.
    ///
    /// - Parameter isDecided: whether only this choice fits the duration in the file.
    func clockChange(for date: Date, isDecided: Bool = false) -> ClockChange? {
      guard let adjustment else { return nil }
      if dates.count > 1, isDecided || date != dates[0] { return nil }
      return ClockChange(adjustment: adjustment, date: date, timeZone: timeZone)
    }
  }

  /// Returns the instants that a file can mean; nil if there is no such time zone.
  private mutating func instants(_ instant: ImportedInstant) -> Instants? {
    switch instant {
    case .utc(let seconds):
      return Instants(dates: [Date(timeIntervalSince1970: Double(seconds))])
    case .local(let time):
      hasLocalTimes = true
      return Self.instants(of: time, LocalTimeConverter(timeZone: days.timeZone))
    case .zoned(let time, let zone):
      return converter(zone).map { Self.instants(of: time, $0) }
    }
  }

  private static func instants(of time: CivilTime, _ clock: LocalTimeConverter) -> Instants {
    let first = clock.instant(of: time)
    var instants = Instants(
      dates: [first.date],
      adjustment: first.adjustment,
      timeZone: clock.timeZone
    )
    if case .repeated? = first.adjustment {
      let later = [1800.0, 3600, 7200].map { first.date.addingTimeInterval($0) }
      instants.dates += later.filter { clock.time(at: $0) == time }
    }
    return instants
  }

  private mutating func converter(_ name: String) -> LocalTimeConverter? {
    if let known = converters[name] { return known }
    let converter = TimeZone(named: name).map(LocalTimeConverter.init)
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

  /// Returns a component without surrounding white space.
  private static func trimmed(_ part: Substring) -> String {
    let isPlain = [part.utf8.first, part.utf8.last].allSatisfy { 0x21..<0x7F ~= $0 ?? 0 }
    return isPlain ? String(part) : part.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
