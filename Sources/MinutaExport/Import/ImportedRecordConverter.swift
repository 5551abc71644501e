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

  /// The key of the label of records that have a length but no time of day.
  static let unplaced = "unplaced"

  init(_ request: ImportRequest, format: String) {
    days = request.days
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
    let id = ids.id(of: record)
    var labels = record.labels
    let (start, end): (Date, Date)
    switch record.time {
    case .interval(let first, let last):
      let (starts, ends) = (instants(first), instants(last))
      guard let from = starts.first, let to = ends.first else { return .failure(.noZone) }
      let pairs = starts.flatMap { start in ends.map { (start, $0) } }
      (start, end) = Self.best(pairs, lasting: record.seconds) ?? (from, to)
    case .lasting(let first, let seconds):
      if seconds < 0 { return .failure(.negative) }
      guard let from = instants(first).first else { return .failure(.noZone) }
      (start, end) = (from, from.addingTimeInterval(Double(seconds)))
    case .length(let seconds, let day):
      if seconds < 0 { return .failure(.negative) }
      start = ends[day.daysSince1970] ?? days.instant(ofDay: day.daysSince1970).date
      end = start.addingTimeInterval(Double(seconds))
      ends[day.daysSince1970] = end
      labels.append(ImportedLabel(Self.unplaced))
      hasLocalTimes = true
    }
    if let name = record.timeZone, converter(name) == nil { return .failure(.noZone) }
    if end < start { return .failure(.endBeforeStart) }
    guard Timestamp.range.contains(start), Timestamp.range.contains(end) else {
      return .failure(.outOfRange)
    }
    let tag = Self.tag(record.path)
    let comment = ImportedComment(text: record.text, labels: labels).stored
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
        line: record.line
      )
    )
  }

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

  /// Returns the instants that a file can mean: two for a local time that the clock shows twice,
  /// none if there is no such time zone.
  private mutating func instants(_ instant: ImportedInstant) -> [Date] {
    switch instant {
    case .utc(let seconds): return [Date(timeIntervalSince1970: Double(seconds))]
    case .local(let time):
      hasLocalTimes = true
      return Self.instants(of: time, LocalTimeConverter(timeZone: days.timeZone))
    case .zoned(let time, let zone):
      return converter(zone).map { Self.instants(of: time, $0) } ?? []
    }
  }

  private static func instants(of time: CivilTime, _ clock: LocalTimeConverter) -> [Date] {
    let first = clock.instant(of: time)
    guard case .repeated? = first.adjustment else { return [first.date] }
    let later = [1800.0, 3600, 7200].map { first.date.addingTimeInterval($0) }
    return [first.date] + later.filter { clock.time(at: $0) == time }
  }

  /// Returns the start and end with a duration; if there are none, the first ones in order.
  private static func best(
    _ pairs: [(start: Date, end: Date)],
    lasting seconds: Int?
  ) -> (start: Date, end: Date)? {
    let exact = pairs.first { $0.end.timeIntervalSince($0.start) == seconds.map(Double.init) }
    return exact ?? pairs.first { $0.end >= $0.start }
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
