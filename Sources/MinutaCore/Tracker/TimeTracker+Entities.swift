package import Foundation

extension TimeTracker {
  /// Resolves a tag name or id from a caller.
  package func reference(toTag text: String) throws(TrackingError) -> TagReference {
    try transaction.tags().reference(text)
  }

  /// Resolves a record reference from a caller: `last`, `running`, an id, or the beginning of one.
  package func record(_ text: String) throws(TrackingError) -> TimeRecord {
    let found: [TimeRecord] =
      switch text {
      case "last": try lastRecord().map { [$0] } ?? []
      case "running": try transaction.runningRecords()
      default: try records(withID: text)
      }
    guard let record = found.first else { throw .recordNotFound(text) }
    if found.count > 1 { throw .recordAmbiguous(text, candidates: try tagged(found)) }
    return record
  }

  /// Marks the record as the one that the current call is about.
  ///
  /// `last` refers to it from then on.
  package mutating func touch(_ id: UUID) {
    transaction.touch(id)
  }

  /// Returns the record that `last` refers to.
  private func lastRecord() throws(TrackingError) -> TimeRecord? {
    if let touched = try lastTouched() { return touched }
    return try transaction.lastRecord()
  }

  /// Returns the existing record that the latest call on this machine was about, or nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - start: the required start of the record. Nil for any start.
  ///   - limit: the maximum number of records to check.
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

  /// Returns the record that started last.
  ///
  /// Of records with the same start, returns the one that a call was about last.
  func latestRecord() throws(TrackingError) -> TimeRecord? {
    guard let latest = try transaction.lastRecord() else { return nil }
    return try lastTouched(startingAt: latest.startTime, limit: Self.touchedLimit) ?? latest
  }

  /// The number of recently touched records to search, because older ones rarely have this start.
  private static let touchedLimit = 50

  private func records(withID text: String) throws(TrackingError) -> [TimeRecord] {
    if let id = UUID(uuidString: text) { return try transaction.record(id).map { [$0] } ?? [] }
    guard let digits = Self.idPrefix(text) else { return [] }
    return try transaction.records(withPrefix: digits)
  }

  /// Returns the text as hex digits if it can be the beginning of an id: at least four digits.
  static func idPrefix(_ text: String) -> String? {
    let digits = text.uppercased().filter { $0 != "-" }
    return digits.count >= 4 && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }

  package func existingRecord(_ id: UUID) throws(TrackingError) -> TimeRecord {
    guard let record = try transaction.record(id) else { throw .recordNotFound(id.uuidString) }
    return record
  }

  /// Returns the tag for a reference, and throws if it doesn't exist.
  func existingTag(_ reference: TagReference) throws(TrackingError) -> Tag {
    let tags = try transaction.tags()
    guard let tag = try tags.find(reference) else {
      throw .tagNotFound(reference.text, candidates: tags.tags.map(\.name))
    }
    return tag
  }
}
