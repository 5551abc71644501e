import Foundation
import MinutaCore

/// Queries of the index. They skip duplicates and return rows with their paths.
extension RecordIndex {
  /// A row of the index with the path of its file.
  struct IndexedFile: Sendable {
    let path: String
    let row: IndexRow
  }

  /// Returns the rows of running timers, sorted by `IndexRow.isBefore`.
  func running() throws(IndexCorruptionError) -> [IndexedFile] {
    try collect(from: \.hasRunning) { folder throws(IndexCorruptionError) in try folder.running() }
  }

  /// Returns the rows that may overlap a time range, sorted by `IndexRow.isBefore`.
  ///
  /// Rows that only touch it are included.
  func files(from: Int64, to: Int64) throws(IndexCorruptionError) -> [IndexedFile] {
    try collect(from: { $0.reaches(from, to) }) { folder throws(IndexCorruptionError) in
      try folder.rows { start, end in start <= to && max(end, start) >= from }
    }
  }

  /// Returns the rows with an ID in a closed range, sorted by `IndexRow.isBefore`.
  func files(from first: UUID, through last: UUID) throws(IndexCorruptionError) -> [IndexedFile] {
    try collect(from: { _ in true }) { folder throws(IndexCorruptionError) in
      try folder.places(from: first, through: last).map { place throws(IndexCorruptionError) in
        try folder.row(at: place)
      }
    }
  }

  /// Returns the row of the record with an ID; nil if there is none.
  ///
  /// It begins with the directory in which the last record was found, because successive calls are
  /// often about records of the same month.
  mutating func file(of id: UUID) throws(IndexCorruptionError) -> IndexedFile? {
    for offset in folders.indices {
      let place = (lastFolder + offset) % folders.count
      for position in try folders[place].places(from: id, through: id) {
        let row = try folders[place].row(at: position)
        if row.isDuplicate { continue }
        lastFolder = place
        return IndexedFile(path: folders[place].filePath(row), row: row)
      }
    }
    return nil
  }

  /// Returns the rows of the files in a directory, sorted by `IndexRow.isBefore`.
  func files(inFolder path: String) throws(IndexCorruptionError) -> [IndexedFile] {
    try collect(from: { $0.path == path }) { folder throws(IndexCorruptionError) in
      try folder.rows()
    }
  }

  /// Returns the rows of all files, including duplicates.
  func allFiles() throws(IndexCorruptionError) -> [IndexedFile] {
    var files: [IndexedFile] = []
    for folder in folders {
      files += try folder.rows().map { IndexedFile(path: folder.filePath($0), row: $0) }
    }
    return files
  }

  /// Returns the rows of all files of some records, including duplicates.
  func allFiles(of records: Set<UUID>) throws(IndexCorruptionError) -> [IndexedFile] {
    var files: [IndexedFile] = []
    for folder in folders {
      for id in records {
        for place in try folder.places(from: id, through: id) {
          let row = try folder.row(at: place)
          files.append(IndexedFile(path: folder.filePath(row), row: row))
        }
      }
    }
    return files
  }

  private func collect(
    from isWanted: (DirectoryIndex) -> Bool,
    _ rows: (DirectoryIndex) throws(IndexCorruptionError) -> [IndexRow]
  ) throws(IndexCorruptionError) -> [IndexedFile] {
    var files: [IndexedFile] = []
    for folder in folders where isWanted(folder) {
      for row in try rows(folder) where !row.isDuplicate {
        files.append(IndexedFile(path: folder.filePath(row), row: row))
      }
    }
    return files.sorted { IndexRow.isBefore($0.row, $1.row) }
  }

  /// Returns the row with the latest start among the records whose ID and tag satisfy `isWanted`.
  func newest(
    where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool
  ) throws(IndexCorruptionError) -> IndexedFile? {
    var best: IndexedFile?
    for folder in folders.sorted(by: { $0.bounds.lastStart > $1.bounds.lastStart }) {
      if let best, best.row.start > folder.bounds.lastStart { break }
      guard let row = try folder.newest(where: isWanted) else { continue }
      if let other = best?.row, IndexRow.isBefore(row, other) { continue }
      best = IndexedFile(path: folder.filePath(row), row: row)
    }
    return best
  }
}

extension RecordIndex {
  /// Returns whether any row has a tag.
  func hasTaggedRecords() throws(IndexCorruptionError) -> Bool {
    for folder in folders where try folder.hasTaggedRecords() { return true }
    return false
  }
}

extension DirectoryIndex {
  /// Returns whether any row has a tag.
  ///
  /// The segment's table of tags usually answers this without reading rows.
  fileprivate func hasTaggedRecords() throws(IndexCorruptionError) -> Bool {
    if added.contains(where: { $0.tag != nil }) { return true }
    guard let base, try !base.open([.extras]).extras.tags.isEmpty else { return false }
    return try removed.isEmpty ? true : rows().contains { $0.tag != nil }
  }

  /// Whether any row is a running timer.
  var hasRunning: Bool { !baseRunning.isEmpty || added.contains(where: \.isRunning) }

  /// Returns whether any row may overlap a time range, which includes its end.
  func reaches(_ from: Int64, _ to: Int64) -> Bool {
    guard count > 0, bounds.firstStart <= to else { return false }
    return bounds.lastEnd >= from || hasRunning
  }

  /// Returns the row with the latest start among the directory's records whose ID and tag satisfy
  /// `isWanted`.
  fileprivate func newest(
    where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool
  ) throws(IndexCorruptionError) -> IndexRow? {
    let last = added.last { !$0.isDuplicate && isWanted($0.id, $0.tag) }
    guard let base else { return last }
    let columns = try base.open()
    for row in (0..<columns.rows).reversed() where !removed.contains(UInt32(row)) {
      let other = try columns[row]
      if let last, IndexRow.isBefore(other, last) { return last }
      if !other.isDuplicate, isWanted(other.id, other.tag) { return other }
    }
    return last
  }
}

extension UUID {
  /// Returns the smallest and the largest ID with a prefix of hex digits.
  static func bounds(ofPrefix prefix: String) -> (first: UUID, last: UUID) {
    (padded(prefix, with: "0"), padded(prefix, with: "F"))
  }

  private static func padded(_ prefix: String, with digit: String) -> UUID {
    let digits = Array((prefix + String(repeating: digit, count: 32)).prefix(32))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    let none = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    return UUID.of(parts.joined(separator: "-")) ?? none
  }
}
