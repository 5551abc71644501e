package import Foundation

extension TimeTracker {
  /// Resolves a tag name or id that a caller passed.
  package func reference(toTag text: String) throws(TrackingError) -> TagReference {
    try transaction.tags().reference(text)
  }

  /// Finds the record that a caller referred to.
  ///
  /// The text is `last`, `running`, an id, the beginning of an id, or a number such as `@1` for the
  /// record with the latest start.
  package func record(_ text: String) throws(TrackingError) -> TimeRecord {
    let found: [TimeRecord] =
      switch text.lowercased() {
      case "last": try lastRecord().map { [$0] } ?? []
      case "running": try transaction.runningRecords()
      case let text where text.hasPrefix("@"): try numberedRecord(text).map { [$0] } ?? []
      default: try records(withID: text)
      }
    guard let record = found.first else { throw .recordNotFound(text) }
    if found.count > 1 { throw .recordAmbiguous(text, candidates: try tagged(found)) }
    return record
  }

  /// Marks a record as the one that the current call is about.
  ///
  /// In later calls, `last` refers to it.
  package mutating func touch(_ id: UUID) {
    transaction.touch(id)
  }

  /// Returns the record that a user means by `last`, or nil if there are no records.
  ///
  /// It is the record that the newest call was about, or else the one with the latest start.
  private func lastRecord() throws(TrackingError) -> TimeRecord? {
    if let touched = try lastTouched() { return touched }
    return try transaction.lastRecord()
  }

  /// Returns the record that the newest call on this machine was about.
  ///
  /// Records that no longer exist are skipped. Nil if none is found.
  ///
  /// - Parameters:
  ///     - start: the start that the record must have. Nil for any start.
  ///     - limit: the maximum number of records to check.
  private func lastTouched(
    startingAt start: Date? = nil,
    limit: Int = .max
  ) throws(TrackingError) -> TimeRecord? {
    var found = Result<TimeRecord?, TrackingError>.success(nil)
    var count = 0
    try transaction.touchedRecords(undone: []) { id in
      count += 1
      found = Result { () throws(TrackingError) in
        let record = try transaction.record(id)
        return start == nil || record?.startTime == start ? record : nil
      }
      if case .success(nil) = found { return count < limit }
      return false
    }
    return try found.get()
  }

  /// Returns the record with the latest start.
  ///
  /// Of several records with the same start, it is the one that the newest call was about.
  func latestRecord() throws(TrackingError) -> TimeRecord? {
    guard let latest = try transaction.lastRecord() else { return nil }
    return try lastTouched(startingAt: latest.startTime, limit: Self.touchedLimit) ?? latest
  }

  /// The maximum number of recent calls to search for one about a record with the latest start.
  ///
  /// Two records rarely start at the same instant, so a search of the whole history would mostly find
  /// nothing.
  private static let touchedLimit = 50

  /// Returns the record with a number such as `@2`, counted back from the latest start; nil if there
  /// is none, or if the number is above 999.
  private func numberedRecord(_ text: String) throws(TrackingError) -> TimeRecord? {
    var scanner = TextScanner(String(text.dropFirst()))
    guard let number = scanner.digits(upTo: 3), scanner.isAtEnd, number > 0 else { return nil }
    let newest = try newestRecords(number, until: nil)
    guard newest.count == number, let id = newest.last else { return nil }
    return try transaction.record(id)
  }

  /// Returns the ids of the records with the latest starts: those that `@1`, `@2` and so on name.
  ///
  /// - Parameter ids: the ids after which no more are needed; nil for as many as there are.
  package func newestRecords(
    _ count: Int,
    until ids: Set<UUID>?
  ) throws(TrackingError) -> [UUID] {
    var newest: [UUID] = []
    var missing = ids
    while newest.count < count, missing?.isEmpty != true,
      let next = try transaction.lastRecord(where: { id, _ in !newest.contains(id) })
    {
      newest.append(next.id)
      missing?.remove(next.id)
    }
    return newest
  }

  private func records(withID text: String) throws(TrackingError) -> [TimeRecord] {
    if let id = UUID.of(text) { return try transaction.record(id).map { [$0] } ?? [] }
    guard let digits = Self.idPrefix(text) else { return [] }
    return try transaction.records(withPrefix: digits)
  }

  /// Returns the hex digits of a text that can be the beginning of an id.
  ///
  /// Nil if the text has other characters than hex digits and hyphens, or fewer than four digits.
  static func idPrefix(_ text: String) -> String? {
    let digits = text.uppercased().filter { $0 != "-" }
    return digits.count >= 4 && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }

  /// Returns the record with an id, which must exist.
  package func existingRecord(_ id: UUID) throws(TrackingError) -> TimeRecord {
    guard let record = try transaction.record(id) else { throw .recordNotFound(id.uuidString) }
    return record
  }

  /// Returns the tag that a reference refers to.
  ///
  /// - Throws: `TrackingError` if the tag doesn't exist.
  func existingTag(_ reference: TagReference) throws(TrackingError) -> Tag {
    let tags = try transaction.tags()
    guard let tag = try tags.find(reference) else {
      throw .tagNotFound(reference.text, candidates: tags.tags.map(\.name))
    }
    return tag
  }
}
