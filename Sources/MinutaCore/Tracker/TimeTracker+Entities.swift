package import Foundation

extension TimeTracker {
  /// What a caller's word for a tag means.
  package func reference(toTag text: String) throws(TrackingError) -> TagReference {
    try transaction.tags().reference(text)
  }

  /// The record that a caller's word means: `last`, `running`, an id, or the beginning of one.
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

  /// Notes the record that the call at hand is about, which `last` means from then on.
  package mutating func touch(_ id: UUID) {
    transaction.touch(id)
  }

  /// The record that `last` means.
  private func lastRecord() throws(TrackingError) -> TimeRecord? {
    if let touched = try lastTouched() { return touched }
    return try transaction.lastRecord()
  }

  /// The record that the latest call about a single record was about, of those that are there; nil
  /// where the history of this machine knows none.
  ///
  /// - Parameters:
  ///   - start: when the record has to start; nil for any time.
  ///   - limit: how many records are looked at.
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

  /// The record that started last; of several that started at once, the one that a call was about
  /// last.
  func latestRecord() throws(TrackingError) -> TimeRecord? {
    guard let latest = try transaction.lastRecord() else { return nil }
    return try lastTouched(startingAt: latest.startTime, limit: Self.touchedLimit) ?? latest
  }

  /// Of many records of one second, hardly one was touched longer ago.
  private static let touchedLimit = 50

  private func records(withID text: String) throws(TrackingError) -> [TimeRecord] {
    if let id = UUID(uuidString: text) { return try transaction.record(id).map { [$0] } ?? [] }
    guard let digits = Self.idPrefix(text) else { return [] }
    return try transaction.records(withPrefix: digits)
  }

  /// The digits of a text that can be the beginning of an id: at least four.
  static func idPrefix(_ text: String) -> String? {
    let digits = text.uppercased().filter { $0 != "-" }
    return digits.count >= 4 && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }

  package func existingRecord(_ id: UUID) throws(TrackingError) -> TimeRecord {
    guard let record = try transaction.record(id) else { throw .recordNotFound(id.uuidString) }
    return record
  }

  /// The tag that a reference leads to.
  func existingTag(_ reference: TagReference) throws(TrackingError) -> Tag {
    let tags = try transaction.tags()
    guard let tag = try tags.find(reference) else {
      throw .tagNotFound(reference.text, candidates: tags.tags.map(\.name))
    }
    return tag
  }
}
