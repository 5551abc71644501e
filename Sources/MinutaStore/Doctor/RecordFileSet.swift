import Foundation
import MinutaCore

/// The contents of all files in the directories of records.
struct RecordFileSet {
  /// The files of records, by record ID.
  let originals: [UUID: RecordFile]
  /// The files whose record ID another file also has, except the originals.
  let duplicates: [RecordFile]
  /// The files that don't contain a valid record, sorted by path.
  let unusable: [(path: String, error: StoreError)]
  /// The directories and links below `records` that can't be listed.
  let unlisted: [SkippedFile]

  /// Reads all files, or only those of some records.
  init(of snapshot: DirectorySnapshot, records: Set<UUID>? = nil) {
    let files = snapshot.files { index throws(IndexCorruptionError) in
      guard let records else { return try index.allFiles() }
      return try index.allFiles(of: records)
    }
    let index = snapshot.content.index ?? RecordIndex()
    let copies = Set(index.duplicates.map(\.path))
    duplicates = files.filter { copies.contains($0.path) }
    let originals = files.filter { !copies.contains($0.path) }
    self.originals = Dictionary(originals.map { ($0.stored.record.id, $0) }) { first, _ in first }
    unlisted = records == nil ? index.unlisted : []
    var unusable: [(path: String, error: StoreError)] = []
    for path in index.unusable.keys.sorted() where records == nil {
      do throws(StoreError) {
        _ = try snapshot.reader.record(path)
      } catch {
        unusable.append((path, error))
      }
    }
    self.unusable = unusable
  }
}
