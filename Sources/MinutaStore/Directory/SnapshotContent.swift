import Foundation
import MinutaCore
import MinutaLog

/// What was read of a folder so far.
struct SnapshotContent: Sendable {
  /// Nil before they were read.
  var records: DirectoryRecords?
  /// Nil before they were read.
  var tags: TagFileContent?
  /// What is known of the records without reading them; nil before it was asked for.
  var index: RecordIndex?
  /// Whether all files were looked at since it was, so that whoever is told of each change need not
  /// look again.
  var isIndexChecked = false
  /// Those of the records that were read one by one.
  var entries: [UUID: DirectoryRecords.RecordFile] = [:]

  /// The number of the last entry of the journal, 0 before the first; nil before it was read.
  var lastEntry: Int?

  /// Whether nothing that was read was found wanting.
  var isIntact: Bool {
    (records?.isIntact ?? index?.isIntact ?? true) && tags?.problem == nil
  }
}

/// The tags of a folder, as they were read at once.
struct TagFileContent: Sendable {
  /// The content of their file; nil where there is none.
  var text: String?
  var stored: StoredTags
  /// Why the file cannot be used; nil where it can.
  private let error: StoreError?

  init(_ reader: DirectoryReader) {
    do throws(StoreError) {
      let read = try reader.tags()
      stored = read?.tags ?? StoredTags()
      text = read?.text
      error = nil
    } catch {
      stored = StoredTags()
      text = nil
      self.error = error
    }
  }

  /// Takes the tags for damaged.
  init(_ error: StoreError) {
    stored = StoredTags()
    text = nil
    self.error = error
  }

  /// Whether there is no file of them.
  var isMissing: Bool { error == nil && text == nil }

  var list: TagList { problem.map { TagList(problem: $0) } ?? stored.list }

  /// What is the matter with their file.
  var problem: SkippedFile? {
    error.map { SkippedFile(path: StoreLayout.tags, reason: $0.reason) }
  }
}

extension SkippedFile {
  func log() {
    AppLogger.storage.info("Skipped a file", ["path": .text(path), "reason": .text(reason)])
  }
}
