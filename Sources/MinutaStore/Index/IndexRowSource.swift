import Foundation
import MinutaCore

/// The rows of a time range, read directly from the index's columns.
struct IndexRowSource: RecordRowSource {
  let lookup: RowLookupTable
  private let index: RecordIndex
  private let from: Int64
  private let to: Int64
  private let now: Int64
  private let numbers: [UUID: Int32]

  /// Creates a row source, verifying all data that it will read.
  ///
  /// - Parameters:
  ///   - from: the range's start in seconds since 1970.
  ///   - to: the range's end in seconds since 1970, exclusive.
  ///   - now: the current time, which is the end of running timers.
  init(_ index: RecordIndex, from: Int64, to: Int64, now: Int64) throws(IndexCorruptionError) {
    (self.index, self.from, self.to, self.now) = (index, from, to, now)
    var lookup = RowLookupTable()
    var numbers: [UUID: Int32] = [:]
    for folder in index.folders where folder.reaches(from, to) {
      for tag in try folder.tags() where numbers[tag] == nil {
        numbers[tag] = Int32(lookup.tags.count)
        lookup.tags.append(tag)
      }
    }
    (self.lookup, self.numbers) = (lookup, numbers)
  }

  /// Calls `body` with blocks of rows, sorted by start.
  ///
  /// Directories with overlapping starts are merged.
  func forEachBlock(_ body: ([RecordRow]) -> Void) {
    var cluster: [DirectoryIndex] = []
    var reach = Int64.min
    let reached = index.folders.filter { $0.reaches(from, to) }
    for folder in reached.sorted(by: { $0.bounds.firstStart < $1.bounds.firstStart }) {
      if !cluster.isEmpty, folder.bounds.firstStart < reach {
        cluster.append(folder)
      } else {
        visit(cluster, body)
        cluster = [folder]
      }
      reach = max(reach, folder.bounds.lastStart)
    }
    visit(cluster, body)
  }

  private func visit(_ folders: [DirectoryIndex], _ body: ([RecordRow]) -> Void) {
    if folders.count == 1, folders[0].added.isEmpty {
      visit(folders[0], body)
      return
    }
    var rows: [RecordRow] = []
    for folder in folders {
      visit(folder) { rows += $0 }
    }
    rows.sort { $0.start < $1.start }
    body(rows)
  }

  private func visit(_ folder: DirectoryIndex, _ body: ([RecordRow]) -> Void) {
    // Opening can't fail here: the initializer verified the same parts.
    if let columns = try? folder.base?.open([.times, .extras]) {
      visit(columns, of: folder, body)
    }
    let rows = folder.added.filter { !$0.isDuplicate }.compactMap { row in
      part(from: row.start, to: row.end).map { start, end in
        let tag = row.tag.flatMap { numbers[$0] } ?? 0
        return RecordRow(start: start, end: end, tag: tag, isRunning: row.isRunning)
      }
    }
    if !rows.isEmpty { body(rows) }
  }

  private static let blockSize = 512

  private func visit(
    _ columns: SegmentColumns,
    of folder: DirectoryIndex,
    _ body: ([RecordRow]) -> Void
  ) {
    let numbers = columns.extras.tags.map { self.numbers[$0] ?? 0 }
    let isWithin = folder.bounds.firstStart >= from && folder.bounds.lastStart < to
    for first in stride(from: 0, to: columns.rows, by: Self.blockSize) {
      let places = first..<min(first + Self.blockSize, columns.rows)
      body(
        [RecordRow](unsafeUninitializedCapacity: places.count) { block, count in
          var (row, taken) = (RecordRow(start: 0, end: 0), 0)
          for place in places {
            let word = columns.tagWords[place]
            if word & SegmentLayout.duplicateBit != 0 { continue }
            if !folder.removed.isEmpty, folder.removed.contains(UInt32(place)) { continue }
            let (start, length) = (columns.starts[place], columns.lengths[place])
            var part = (start: Int(start), end: Int(max(start, start &+ Int64(length))))
            if !isWithin || length >= SegmentLayout.explicitEnd {
              guard let found = self.part(from: start, to: columns.end(place)) else { continue }
              part = found
            }
            // An invalid tag number counts as no tag.
            let number = Int(word & SegmentLayout.noTag)
            row.start = part.start
            row.end = part.end
            row.tag = number < numbers.count ? numbers[number] : 0
            row.isRunning = length == SegmentLayout.running
            block.initializeElement(at: taken, to: row)
            taken += 1
          }
          count = taken
        }
      )
    }
  }

  /// Returns the start and current end of a record that overlaps the range; nil for any other
  /// record.
  @inline(__always)
  private func part(from start: Int64, to end: Int64) -> (start: Int, end: Int)? {
    let end = max(end == IndexRow.running ? now : end, start)
    guard start < to, end > from || start == end && start >= from else { return nil }
    return (Int(start), Int(end))
  }
}

extension DirectoryIndex {
  /// Returns the tags of the directory's rows.
  ///
  /// Some may belong to removed rows only.
  fileprivate func tags() throws(IndexCorruptionError) -> [UUID] {
    try (base?.open([.times, .extras]).extras.tags ?? []) + added.compactMap(\.tag)
  }
}
