import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Finds conflict copies of records, and different files with the same record ID.
extension DirectoryChecker {
  mutating func findDuplicates() throws(SystemError) {
    let groups = Dictionary(grouping: files.duplicates) { $0.stored.record.id }
    for id in groups.keys.sorted(by: { $0.uuidString < $1.uuidString }) {
      if let kept = files.originals[id], let copies = groups[id] {
        try findCopies(of: kept, copies)
      }
    }
    for entry in files.originals.values.sorted(by: { $0.path < $1.path })
    where groups[entry.stored.record.id] == nil && ConflictCopyName(entry.path) != nil {
      try findMisnamed(entry)
    }
  }

  private mutating func findCopies(
    of kept: RecordFile,
    _ copies: [RecordFile]
  ) throws(SystemError) {
    let versions = copies.filter { copy in
      ConflictCopyName(copy.path) != nil || copy.isVersion(of: kept) || hasMoved(copy, kept)
    }
    // Merge the versions of one record first, and separate different records in the next repair.
    if versions.isEmpty { return try separate([kept] + copies) }
    var text = kept.text
    // Of several later copies, the one that is merged last wins.
    for copy in try sortedByTime(versions) {
      let remedy = try merge(copy, into: text, of: kept)
      var texts: [StoreRepair.TextFileChange] = []
      if case .merge(let merge) = remedy, merge.after != text {
        texts = [StoreRepair.TextFileChange(path: kept.path, before: text, after: merge.after)]
        text = merge.after
      }
      let isConflict = ConflictCopyName(copy.path) != nil
      found.append(
        StoreFinding(
          isConflict ? .conflictCopy(reason: nil) : .duplicateID(of: kept.path),
          file: copy.path,
          record: kept.stored.record.id,
          remedy: remedy,
          repair: StoreRepair(of: kept.path, texts: texts, moves: [try trash(copy.path)])
        )
      )
    }
  }

  private func merge(
    _ copy: RecordFile,
    into text: String,
    of kept: RecordFile
  ) throws(SystemError) -> RepairAction {
    let path = kept.path
    guard
      let ours = Self.record(text)?.json, let theirs = Self.record(copy.text)?.json,
      let file = Self.record(kept.text)?.json, !JSONObjectMerge.isSame(ours, theirs)
    else { return .discard }
    let isTheirsLater = try reader.modified(copy.path) > reader.modified(path)
    let merge = JSONObjectMerge(
      ours,
      theirs,
      base: base(of: theirs, beside: file, ofRecord: kept.stored.record.id),
      isTheirsLater: isTheirsLater
    )
    return .merge(
      FileMerge(
        path: path,
        before: text,
        copy: copy.text,
        after: merge.result == ours ? text : JSONValue.object(merge.result).text(.indented),
        decided: merge.decided,
        later: merge.keepsTheirs ?? isTheirsLater ? copy.path : path,
        invoice: merge.billing
      )
    )
  }

  /// Plans to give a new ID to each of several different records with the same ID, except the
  /// record in the oldest file.
  private mutating func separate(_ entries: [RecordFile]) throws(SystemError) {
    let sorted = try sortedByTime(entries)
    guard let first = sorted.first else { return }
    for later in sorted.dropFirst() where !later.isVersion(of: first) {
      var record = later.stored.record.withID(newID(of: later.stored.record))
      let folder = StoreLayout.folder(ofFile: later.path)
      // An image belongs to one record: if both files are in one directory, the record in the older
      // file keeps the images.
      if folder == StoreLayout.folder(ofFile: first.path) { record.images = [] }
      let text = JSONValue.object(later.stored.json(changedTo: record)).text(.indented)
      let change = StoreRepair.TextFileChange(path: later.path, before: later.text, after: text)
      found.append(
        StoreFinding(
          .duplicateID(of: first.path),
          file: later.path,
          record: later.stored.record.id,
          remedy: .newID(record.id),
          repair: StoreRepair(of: later.path, texts: [change])
        )
      )
    }
  }

  /// Returns whether one of two files is the record as it was before its start changed here.
  private func hasMoved(_ first: RecordFile, _ second: RecordFile) -> Bool {
    let history = journalVersions.history(ofRecord: first.stored.record.id)
    return [first, second].allSatisfy { file in
      let start = file.stored.record.startTime
      return history.versions.contains {
        $0.json["startTime"]?.string.flatMap(Timestamp.date) == start
      }
    }
  }

  /// Returns files in the order in which they were modified.
  private func sortedByTime(_ entries: [RecordFile]) throws(SystemError) -> [RecordFile] {
    var dated: [(entry: RecordFile, modified: Int64)] = []
    for entry in entries { dated.append((entry, try reader.modified(entry.path))) }
    dated.sort { ($0.modified, $0.entry.path) < ($1.modified, $1.entry.path) }
    return dated.map(\.entry)
  }

  /// Derives a new ID from the record, so that two machines that repair it choose the same ID.
  private func newID(of record: TimeRecord) -> UUID {
    let name = "\(record.id.uuidString) \(Timestamp.text(record.startTime))"
    var digits = Array(SHA256.hex(of: Array(name.utf8)).prefix(32))
    // Set the version (8, custom) and the variant of RFC 9562.
    digits[12] = "8"
    digits[16] = "8"
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return UUID.of(groups.joined(separator: "-")) ?? record.id
  }

  /// Plans to give a regular name to a conflict copy that is the only file of its record.
  private mutating func findMisnamed(_ entry: RecordFile) throws(SystemError) {
    let record = entry.stored.record
    let folder = StoreLayout.folder(ofFile: entry.path)
    guard let path = try unusedPath(of: record, in: folder) else { return }
    found.append(
      StoreFinding(
        .conflictCopy(reason: nil),
        file: entry.path,
        record: record.id,
        remedy: .rename(to: path),
        repair: StoreRepair(
          of: entry.path,
          texts: [
            StoreRepair.TextFileChange(path: entry.path, before: entry.text, after: nil),
            StoreRepair.TextFileChange(path: path, before: nil, after: entry.text),
          ]
        )
      )
    )
  }
}

extension RecordFile {
  /// Returns whether two files with the same ID appear to be versions of one record.
  fileprivate func isVersion(of other: RecordFile) -> Bool {
    let (first, second) = (stored.record, other.stored.record)
    if first.startTime == second.startTime { return true }
    return first.endTime != nil && first.endTime == second.endTime
  }
}

extension TimeRecord {
  fileprivate func withID(_ id: UUID) -> TimeRecord {
    TimeRecord(
      id: id,
      startTime: startTime,
      endTime: endTime,
      tagId: tagId,
      comment: comment,
      images: images,
      timeZone: timeZone
    )
  }
}
