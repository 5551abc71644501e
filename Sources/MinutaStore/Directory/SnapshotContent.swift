import Foundation
import MinutaCore
import MinutaLog

/// The parts of a data directory that have been read so far.
struct SnapshotContent: Sendable {
  /// The tags; nil until `tags.json` is read.
  var tags: TagFileContent?
  /// The index of the record files; nil until it is loaded.
  var index: RecordIndex?
  /// Whether the index was built from the files, or all files have been checked, since it was
  /// loaded.
  ///
  /// A store that watches the directory needs no further checks then.
  var isIndexChecked = false
  /// Recently read files of records, by record ID.
  var entries: [UUID: RecordFile] = [:]

  /// The last journal entry's sequence number; 0 for an empty journal, nil before it is read.
  var lastEntry: Int?

  /// Whether no problem was found in the parts that have been read.
  var isIntact: Bool {
    (index?.isIntact ?? true) && tags?.problem == nil
  }
}

/// The content of `tags.json`, which may be missing or unusable.
struct TagFileContent: Sendable {
  /// The text of the tag list file; nil if the file is missing or unusable.
  var text: String?
  var stored: StoredTags
  /// The reason why `tags.json` is unusable; nil if it is usable.
  let error: StoreError?
  /// The command of git that mends an unusable `tags.json`; nil if there is none.
  var remedy: String?

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

  /// Creates the content of an unusable tag list.
  init(_ error: StoreError) {
    stored = StoredTags()
    text = nil
    self.error = error
  }

  /// Whether the tag list file is missing.
  var isMissing: Bool { error == nil && text == nil }

  /// Whether `tags.json` can't be used until a conflict copy is merged into it.
  var isInConflict: Bool { if case .inConflict = error { true } else { false } }

  var list: TagList { problem.map { TagList(problem: $0) } ?? stored.list }

  /// The problem that makes the tag list file unusable.
  var problem: SkippedFile? {
    error.map { SkippedFile(path: StoreLayout.tags, reason: $0.reason, remedy: remedy) }
  }
}

extension SkippedFile {
  func log() {
    AppLogger.storage.info("Skipped a file", ["path": .text(path), "reason": .text(reason)])
  }
}
