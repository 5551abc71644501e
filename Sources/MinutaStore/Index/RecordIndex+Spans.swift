import Foundation
import MinutaCore

/// Scans columns without making rows of them.
extension RecordIndex {
  /// Makes sure that what the spans of a stretch are read from is whole.
  func open(from: Int64, to: Int64) throws(IndexDamage) {
    for folder in folders where folder.reaches(from, to) {
      _ = try folder.base?.open(folder.changes == 0 ? [.times, .rest] : SegmentPart.allCases)
    }
  }

  /// Hands over the spans of the rows that count and have a part in a stretch, in the order of their
  /// starts.
  ///
  /// - Parameters:
  ///   - from: seconds since 1970; the stretch does not reach `to`.
  ///   - now: where running timers end so far.
  /// - Returns: The tags by the numbers that spans have.
  func spans(
    from: Int64,
    to: Int64,
    now: Int64,
    _ body: (RecordSpan) -> Void
  ) throws(IndexDamage) -> [UUID] {
    var scan = SpanScan(from: from, to: to, now: now)
    var cluster: [IndexFolder] = []
    var reach = Int64.min
    let reached = folders.filter { $0.reaches(from, to) }
    for folder in reached.sorted(by: { $0.bounds.firstStart < $1.bounds.firstStart }) {
      if !cluster.isEmpty, folder.bounds.firstStart < reach {
        cluster.append(folder)
      } else {
        try scan.visit(cluster, body)
        cluster = [folder]
      }
      reach = max(reach, folder.bounds.lastStart)
    }
    try scan.visit(cluster, body)
    return scan.tags
  }
}

private struct SpanScan {
  let from: Int64
  let to: Int64
  let now: Int64
  var tags: [UUID] = []
  private var numbers: [UUID: Int32] = [:]

  init(from: Int64, to: Int64, now: Int64) {
    (self.from, self.to, self.now) = (from, to, now)
  }

  private mutating func number(_ tag: UUID?) -> Int32 {
    guard let tag else { return RecordSpan.noTag }
    if let number = numbers[tag] { return number }
    let number = Int32(tags.count)
    numbers[tag] = number
    tags.append(tag)
    return number
  }

  private func isWithin(_ start: Int64, _ end: Int64) -> Bool {
    start < to && (end > from || start == end && start >= from)
  }

  /// Folders whose starts lie among each other are put in order first.
  mutating func visit(_ folders: [IndexFolder], _ body: (RecordSpan) -> Void) throws(IndexDamage) {
    if folders.count == 1, let base = folders[0].base, folders[0].changes == 0 {
      return try visit(base, body)
    }
    var spans: [RecordSpan] = []
    for folder in folders {
      if let base = folder.base, folder.changes == 0 {
        try visit(base) { spans.append($0) }
        continue
      }
      for row in try folder.rows() where !row.isLeft {
        let end = max(row.isRunning ? now : row.end, row.start)
        guard isWithin(row.start, end) else { continue }
        spans.append(RecordSpan(start: row.start, end: end, tag: number(row.tag)))
      }
    }
    for span in spans.sorted(by: { $0.start < $1.start }) { body(span) }
  }

  private mutating func visit(
    _ segment: IndexSegment,
    _ body: (RecordSpan) -> Void
  ) throws(IndexDamage) {
    let columns = try segment.open([.times, .rest])
    let numbers = columns.rest.tags.map { number($0) }
    let (starts, lengths, words) = (columns.starts, columns.lengths, columns.tagWords)
    for row in 0..<columns.rows {
      let (start, length, word) = (starts[row], lengths[row], words[row])
      if word & SegmentLayout.leftBit != 0 { continue }
      var end = start &+ Int64(length)
      if length >= SegmentLayout.oddEnd {
        end = columns.end(row)
        end = max(end == IndexRow.running ? now : end, start)
      }
      guard isWithin(start, end) else { continue }
      let tag = word & SegmentLayout.noTag
      if tag == SegmentLayout.noTag {
        body(RecordSpan(start: start, end: end, tag: RecordSpan.noTag))
      } else {
        guard tag < numbers.count else { throw IndexDamage() }
        body(RecordSpan(start: start, end: end, tag: numbers[Int(tag)]))
      }
    }
  }
}
