import Foundation
import MinutaCore

/// The rows of a stretch, scanned in the columns of the index.
struct IndexRows: RowSource {
  let legend: RowLegend
  private let index: RecordIndex
  private let from: Int64
  private let to: Int64
  private let now: Int64
  private let numbers: [UUID: Int32]

  /// Makes sure that what the rows are read from is whole.
  ///
  /// - Parameters:
  ///   - from: seconds since 1970; the stretch does not reach `to`.
  ///   - now: where running timers end so far.
  init(_ index: RecordIndex, from: Int64, to: Int64, now: Int64) throws(IndexDamage) {
    (self.index, self.from, self.to, self.now) = (index, from, to, now)
    var legend = RowLegend()
    var numbers: [UUID: Int32] = [:]
    for folder in index.folders where folder.reaches(from, to) {
      for tag in try folder.tags() where numbers[tag] == nil {
        numbers[tag] = Int32(legend.tags.count)
        legend.tags.append(tag)
      }
    }
    (self.legend, self.numbers) = (legend, numbers)
  }

  /// Folders whose starts lie among each other are put in order first.
  func forEach(_ body: (RecordRow) -> Void) {
    var cluster: [IndexFolder] = []
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

  private func visit(_ folders: [IndexFolder], _ body: (RecordRow) -> Void) {
    if folders.count == 1 {
      visit(folders[0], body)
      return
    }
    var rows: [RecordRow] = []
    for folder in folders { visit(folder) { rows.append($0) } }
    for row in rows.sorted(by: { $0.start < $1.start }) { body(row) }
  }

  private func visit(_ folder: IndexFolder, _ body: (RecordRow) -> Void) {
    // All that is read here was read before, when the rows were made.
    if let base = folder.base, folder.changes == 0 {
      if let columns = try? base.open([.times, .rest]) { visit(columns, body) }
      return
    }
    var rows: [RecordRow] = []
    for row in (try? folder.rows()) ?? [] where !row.isLeft {
      let end = max(row.isRunning ? now : row.end, row.start)
      let number = row.tag.flatMap { numbers[$0] } ?? 0
      if isWithin(row.start, end) {
        rows.append(Self.row(row.start, end, number, isRunning: row.isRunning))
      }
    }
    for row in rows.sorted(by: { $0.start < $1.start }) { body(row) }
  }

  private func isWithin(_ start: Int64, _ end: Int64) -> Bool {
    start < to && (end > from || start == end && start >= from)
  }

  private static func row(
    _ start: Int64,
    _ end: Int64,
    _ tag: Int32,
    isRunning: Bool
  ) -> RecordRow {
    RecordRow(start: Int(start), end: Int(end), tag: tag, isRunning: isRunning)
  }

  private func visit(_ columns: SegmentColumns, _ body: (RecordRow) -> Void) {
    let numbers = columns.rest.tags.map { self.numbers[$0] ?? 0 }
    let (starts, lengths, words) = (columns.starts, columns.lengths, columns.tagWords)
    for row in 0..<columns.rows {
      let (start, length, word) = (starts[row], lengths[row], words[row])
      if word & SegmentLayout.leftBit != 0 { continue }
      var end = start &+ Int64(length)
      var isRunning = false
      if length >= SegmentLayout.oddEnd {
        end = columns.end(row)
        isRunning = end == IndexRow.running
        end = max(isRunning ? now : end, start)
      }
      guard isWithin(start, end) else { continue }
      let tag = Int(word & SegmentLayout.noTag)
      // A number that is none of these stands for no tag.
      body(Self.row(start, end, tag < numbers.count ? numbers[tag] : 0, isRunning: isRunning))
    }
  }
}

extension IndexFolder {
  /// The tags of its rows, some of which may be no row's any more.
  fileprivate func tags() throws(IndexDamage) -> [UUID] {
    if let base, changes == 0 { return try base.open([.times, .rest]).rest.tags }
    return try rows().compactMap(\.tag)
  }
}
