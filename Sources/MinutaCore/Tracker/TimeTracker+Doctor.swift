package import Foundation

/// The result of `doctor --repair`: the problems that were found in the data folder.
package struct RepairReport: Sendable, Equatable {
  /// The problems that were repaired.
  package let repaired: [StoreFinding]
  /// The problems that have no automatic remedy, so the user must fix them.
  package let remaining: [StoreFinding]
}

extension TimeTracker {
  /// Repairs all problems that have a remedy, first in files and then in records and tags.
  ///
  /// Locked records are repaired like others.
  package mutating func repair() throws(TrackingError) -> RepairReport {
    let access = billedRecordAccess
    billedRecordAccess = .all
    defer { billedRecordAccess = access }
    var repaired: [StoreFinding] = []
    var found = try transaction.findings()
    // Repairing one problem can reveal another, such as a second copy of the tag file, so check
    // again.
    for _ in 0..<Self.maximumRounds where found.contains(where: { $0.repair != nil }) {
      let repairable = found.filter { $0.repair != nil }
      transaction.repair(repairable.compactMap(\.repair))
      repaired += repairable
      found = try transaction.findings()
    }
    let repairedFiles = repaired.count
    let remaining = try recordFindings()
    for finding in remaining where applyRepair(finding) { repaired.append(finding) }
    // Look for duplicate names last, because a recreated tag may have the same name as another.
    for finding in try duplicateTagNames() where try merge(finding) { repaired.append(finding) }
    // Checking the records takes long, so check them again only if the repairs have changed any.
    let isChanged = repaired.count > repairedFiles
    return RepairReport(
      repaired: repaired,
      remaining: found + (isChanged ? try recordFindings() : remaining)
    )
  }

  /// The maximum number of times that files are repaired and checked again, as a safeguard.
  ///
  /// Chains of repairs that reveal new problems are shorter than this.
  private static let maximumRounds = 8

  private func recordFindings() throws(TrackingError) -> [StoreFinding] {
    let records = try transaction.records(in: TimeRange(timeZone: .gmt), now: .distantFuture)
    return try missingTagFindings(records) + records.compactMap(finding) + duplicateTagNames()
  }

  private mutating func applyRepair(_ finding: StoreFinding) -> Bool {
    guard case .recreateTag(let tag, _) = finding.remedy else { return false }
    transaction.save(tag)
    return true
  }

  private static let secondsPerDay: TimeInterval = 86_400

  private func finding(in record: TimeRecord) -> StoreFinding? {
    let start = record.startTime
    if let end = record.endTime, end < start {
      return StoreFinding(.endBeforeStart(start: start, end: end), record: record.id)
    }
    guard record.isRunning else { return nil }
    if start > now { return StoreFinding(.startInFuture(start), record: record.id) }
    guard now.timeIntervalSince(start) > Self.secondsPerDay else { return nil }
    return StoreFinding(.longRunningTimer(since: start), record: record.id)
  }

  /// Returns a finding for each tag that records refer to but that doesn't exist.
  private func missingTagFindings(_ records: [TimeRecord]) throws(TrackingError) -> [StoreFinding] {
    let tags = try transaction.tags()
    // If the tag file can't be read, it is unknown which tags are missing.
    if tags.problem != nil { return [] }
    let known = tags.byID
    let affected = records.filter { $0.tagId.map { known[$0] == nil } ?? false }
    let byTag = Dictionary(grouping: affected) { $0.tagId ?? $0.id }
    if byTag.isEmpty { return [] }
    let remembered = try tagsFromHistory(Set(byTag.keys))
    return byTag.sorted { $0.key.uuidString < $1.key.uuidString }.map { id, records in
      let earliest = records.map(\.startTime).min() ?? now
      let new = Tag(id: id, name: "Tag \(id.uuidString.prefix(8))", createdAt: earliest)
      let tag = remembered[id] ?? new
      return StoreFinding(
        .missingTag(id, records: records.count),
        record: records.count == 1 ? records.first?.id : nil,
        remedy: .recreateTag(tag, isKnown: remembered[id] != nil)
      )
    }
  }

  /// Returns the last known state of the given tags from this machine's history.
  func tagsFromHistory(_ ids: Set<UUID>) throws(TrackingError) -> [UUID: Tag] {
    var tags: [UUID: Tag] = [:]
    try transaction.history { entry in
      for change in entry.tags + entry.receivedTags
      where ids.contains(change.id) && tags[change.id] == nil {
        tags[change.id] = (change.after ?? change.before)?.entity
      }
      return tags.count < ids.count
    }
    return tags
  }

  fileprivate func duplicateTagNames() throws(TrackingError) -> [StoreFinding] {
    let named = Dictionary(grouping: try transaction.tags().tags) { TagName.key($0.name) }
    let duplicates = named.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    if duplicates.isEmpty { return [] }
    let records = try transaction.records(in: TimeRange(timeZone: .gmt), now: .distantFuture)
    let counts = Dictionary(grouping: records.compactMap(\.tagId)) { $0 }.mapValues(\.count)
    return duplicates.map { _, tags in
      // The oldest tag remains. Sorting by creation time makes two machines choose the same one.
      let sorted = tags.sorted {
        ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString)
      }
      let others = Array(sorted.dropFirst())
      let name = TagName.normalized(sorted[0].name) ?? ""
      let recordCount = others.reduce(0) { $0 + (counts[$1.id] ?? 0) }
      let remedy = RepairAction.mergeTags(into: sorted[0], others, records: recordCount)
      return StoreFinding(
        .duplicateTagName(name, tags.map(\.id)),
        remedy: name.isEmpty ? nil : remedy
      )
    }
  }

  /// Merges the tags that the finding lists, because they have the same name.
  ///
  /// - Returns: Whether the remedy of the finding is such a merge.
  fileprivate mutating func merge(_ finding: StoreFinding) throws(TrackingError) -> Bool {
    guard case .mergeTags(var tag, let others, _) = finding.remedy else { return false }
    if tag.isArchived, others.contains(where: { !$0.isArchived }) {
      tag.isArchived = false
      transaction.save(tag)
    }
    for other in others {
      _ = try retag(other.id, to: tag.id)
      transaction.deleteTag(other.id)
    }
    return true
  }
}

extension StoreTransaction {
  /// Merges tags that have the same name into the oldest of them, and moves their records to it.
  package mutating func mergeTagsWithEqualNames(now: Date) throws(TrackingError) {
    var tracker = TimeTracker(over: self, now: now) { UUID() }
    tracker.billedRecordAccess = .all
    for finding in try tracker.duplicateTagNames() { _ = try tracker.merge(finding) }
    self = tracker.transaction
  }
}
