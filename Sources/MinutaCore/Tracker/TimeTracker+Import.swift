package import Foundation

extension TimeTracker {
  /// Adds a record that another program tracked, unless a record with its id exists or was deleted.
  ///
  /// A missing tag is created. An archived tag is used as it is, because the record is old.
  package mutating func importRecord(
    _ request: RecordImportRequest
  ) throws(TrackingError) -> RecordImportResult {
    let (start, end) = (request.start.truncatedToSeconds, request.end.truncatedToSeconds)
    guard Timestamp.range.contains(start), Timestamp.range.contains(end) else {
      throw .timeOutOfRange
    }
    if end < start { throw .endBeforeStart(start: start, end: end) }
    if let existing = try transaction.record(request.id) {
      if existing.isRunning {
        return RecordImportResult(record: try tagged(existing), change: .unchanged)
      }
      if request.updates { return try update(existing, to: request, start, end) }
      let (record, needsTag) = try updated(existing, to: request, start, end)
      var result = RecordImportResult(record: try tagged(existing), change: .unchanged)
      result.differs = record != existing || needsTag
      return result
    }
    if try transaction.isDeleted(request.id) {
      if !request.restoresDeleted { return RecordImportResult(record: nil, change: .deleted) }
    } else if let equal = try equalRecord(request, start, end) {
      return RecordImportResult(record: try tagged(equal), change: .unchanged)
    }
    let tag = try importedTag(request.tag)
    let record = TimeRecord(
      id: request.id,
      startTime: start,
      endTime: end,
      tagId: tag?.id,
      comment: request.comment,
      timeZone: request.timeZone
    )
    transaction.create(record)
    return RecordImportResult(record: TaggedRecord(record: record, tag: tag), change: .added)
  }

  /// Returns a record with the times, tag and comment of the request; nil if there are only as many
  /// as the request excludes.
  private func equalRecord(
    _ request: RecordImportRequest,
    _ start: Date,
    _ end: Date
  ) throws(TrackingError) -> TimeRecord? {
    guard let count = request.equalBefore else { return nil }
    var tag: Tag?
    if let reference = request.tag {
      tag = try transaction.tags().find(reference)
      if tag == nil { return nil }
    }
    let precision = request.comparesMinutes ? 60 : 1
    func rounded(_ date: Date?) -> Int? { date.map { $0.unixSeconds / precision } }
    let range = TimeRange(
      from: start,
      to: start.addingTimeInterval(Double(precision)),
      timeZone: .gmt
    )
    let equal = try transaction.records(in: range, now: now).filter { record in
      record.tagId == tag?.id && record.isAlike(request.comment)
        && rounded(record.startTime) == rounded(start) && rounded(record.endTime) == rounded(end)
    }
    return equal.count > count ? equal[count] : nil
  }

  /// Returns a record with the values of the request, and whether its tag doesn't exist.
  private func updated(
    _ existing: TimeRecord,
    to request: RecordImportRequest,
    _ start: Date,
    _ end: Date
  ) throws(TrackingError) -> (record: TimeRecord, needsTag: Bool) {
    var record = existing
    let isPlaced = request.isPlaced(by: existing)
    if !isPlaced { (record.startTime, record.endTime) = (start, end) }
    if request.updatesTimeZone { record.timeZone = request.timeZone }
    // The other program doesn't know that the record is billed.
    var comment = request.comment(updating: existing.comment)
    if isPlaced { comment = Label.unplaced.removed(from: comment) }
    if existing.comment != comment {
      record.comment = existing.invoiceLabels.added(to: comment)
    }
    var known: Tag?
    if let reference = request.tag { known = try transaction.tags().find(reference) }
    record.tagId = known?.id
    return (record, request.tag != nil && known == nil)
  }

  private mutating func update(
    _ existing: TimeRecord,
    to request: RecordImportRequest,
    _ start: Date,
    _ end: Date
  ) throws(TrackingError) -> RecordImportResult {
    var (record, needsTag) = try updated(existing, to: request, start, end)
    if record == existing, !needsTag {
      return RecordImportResult(record: try tagged(existing), change: .unchanged)
    }
    // A billed record must not end an import of many others.
    if let lock = try lock(of: existing) {
      var result = RecordImportResult(record: try tagged(existing), change: .locked)
      result.lock = lock
      return result
    }
    let before = try tagged(existing)
    let tag = try importedTag(request.tag)
    record.tagId = tag?.id
    try change(existing, to: record)
    var result = RecordImportResult(
      record: TaggedRecord(record: record, tag: tag),
      change: .updated
    )
    result.before = before
    return result
  }

  private mutating func importedTag(_ reference: TagReference?) throws(TrackingError) -> Tag? {
    if let reference, let tag = try transaction.tags().find(reference) { return tag }
    return try tag(for: reference)
  }
}

/// A request to add a record that another program tracked.
package struct RecordImportRequest: Sendable {
  /// The id of the record, derived from the other program's record.
  package let id: UUID
  package var tag: TagReference?
  package let comment: String?
  package let start: Date
  package let end: Date
  /// The IANA name of the record's time zone.
  package let timeZone: String
  /// Whether an existing record with the id gets the other values of the request.
  package let updates: Bool
  /// Whether the record is added even if a record with its id was deleted.
  package let restoresDeleted: Bool
  /// The number of equal records before this one in the file: with the same times, tag and comment.
  ///
  /// If the data folder has more of them, this one exists with another id and isn't added. Nil to
  /// add it in any case.
  package var equalBefore: Int?
  /// Whether an existing record gets the time zone; otherwise, only a new one gets it.
  package var updatesTimeZone = false
  /// Whether seconds are ignored when times are compared.
  package var comparesMinutes = false

  package init(
    id: UUID,
    tag: TagReference?,
    comment: String?,
    start: Date,
    end: Date,
    timeZone: String,
    updates: Bool,
    restoresDeleted: Bool
  ) {
    self.id = id
    self.tag = tag
    self.comment = comment
    self.start = start
    self.end = end
    self.timeZone = timeZone
    self.updates = updates
    self.restoresDeleted = restoresDeleted
  }

  /// Whether the user gave an existing record the time of day that the other program doesn't know.
  ///
  /// It has no label `#unplaced` then, but the same length, and is less than a day away.
  fileprivate func isPlaced(by existing: TimeRecord) -> Bool {
    guard Label.all(in: comment).contains(.unplaced), let oldEnd = existing.endTime,
      !Label.all(in: existing.comment).contains(.unplaced)
    else { return false }
    return oldEnd.timeIntervalSince(existing.startTime) == end.timeIntervalSince(start)
      && abs(existing.startTime.timeIntervalSince(start)) < 86_400
  }

  /// Returns the comment that a record with a comment gets.
  ///
  /// The other program may have no text for the record, so its text here is kept in that case.
  fileprivate func comment(updating existing: String?) -> String? {
    if comment == existing { return existing }
    let (new, old) = (CommentParts(comment), CommentParts(existing))
    if new.text != nil || old.text == nil { return comment }
    if new.labels == old.labels { return existing }
    return CommentParts(text: old.text, labels: new.labels).comment
  }
}

/// The result of importing a record.
package struct RecordImportResult: Sendable {
  /// The record; nil if it was deleted earlier.
  package let record: TaggedRecord?
  package let change: Change
  /// Whether an unchanged record has other values than the request.
  package internal(set) var differs = false
  /// The record before an update; nil for other changes.
  package internal(set) var before: TaggedRecord?
  /// The invoice that bills a locked record; nil for other changes.
  package internal(set) var lock: InvoiceLock?

  /// The effect of importing a record.
  package enum Change: String, Codable, Sendable, CaseIterable {
    /// The record is new.
    case added
    /// The record existed with other values.
    case updated
    /// The record exists.
    case unchanged
    /// The record was deleted earlier, so it wasn't added again.
    case deleted
    /// The record has other values, but it stays as it is, because an invoice bills it.
    case locked
  }
}
