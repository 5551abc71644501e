import Foundation

/// The columns of those parts of a segment that have been opened and verified.
struct SegmentColumns {
  let rows: Int
  let starts: UnsafeBufferPointer<Int64>
  let lengths: UnsafeBufferPointer<UInt32>
  let tagWords: UnsafeBufferPointer<UInt32>
  let fingerprints: UnsafeBufferPointer<UInt64>
  private let ids: SegmentIDColumn
  let extras: SegmentMetadata
  /// The mapped file that contains the columns; it keeps their memory valid.
  private let pack: IndexPackFile

  /// Creates the columns from the bytes of some parts.
  ///
  /// The caller must not access the columns of other parts.
  init(
    pack: IndexPackFile,
    layout: SegmentLayout,
    parts: [UnsafeRawBufferPointer?],
    extras: SegmentMetadata?
  ) {
    self.pack = pack
    rows = layout.rows
    let times = parts[SegmentPart.times.rawValue]
    starts = Self.column(times, 0..<layout.lengths)
    lengths = Self.column(times, layout.lengths..<layout.tags)
    tagWords = Self.column(times, layout.tags..<layout.fingerprints)
    fingerprints = Self.column(parts[SegmentPart.fingerprints.rawValue], 0..<8 * rows)
    ids = SegmentIDColumn(parts[SegmentPart.ids.rawValue], rows: rows)
    self.extras = extras ?? SegmentMetadata()
  }

  static func column<Element>(
    _ bytes: UnsafeRawBufferPointer?,
    _ bounds: Range<Int>
  ) -> UnsafeBufferPointer<Element> {
    guard let bytes else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: bytes[bounds]).assumingMemoryBound(to: Element.self)
  }

  func end(_ row: Int) -> Int64 {
    switch lengths[row] {
    case SegmentLayout.running: IndexRow.running
    case SegmentLayout.explicitEnd: extras.ends[row] ?? starts[row]
    case let length: starts[row] &+ Int64(length)
    }
  }

  func isDuplicate(_ row: Int) -> Bool { tagWords[row] & SegmentLayout.duplicateBit != 0 }

  func tag(_ row: Int) throws(IndexCorruptionError) -> UUID? {
    let number = tagWords[row] & SegmentLayout.noTag
    if number == SegmentLayout.noTag { return nil }
    guard number < extras.tags.count else { throw IndexCorruptionError() }
    return extras.tags[Int(number)]
  }

  func name(_ row: Int) throws(IndexCorruptionError) -> RecordFileName {
    switch tagWords[row] >> SegmentLayout.nameShift & 3 {
    case 0: return .plain
    case 1: return .shortID
    case 2: return .fullID
    default:
      guard let name = extras.names[row] else { throw IndexCorruptionError() }
      return .other(name)
    }
  }

  subscript(row: Int) -> IndexRow {
    get throws(IndexCorruptionError) {
      IndexRow(
        id: ids[row],
        start: starts[row],
        end: end(row),
        tag: try tag(row),
        fingerprint: fingerprints[row],
        name: try name(row),
        isDuplicate: isDuplicate(row)
      )
    }
  }

  /// Returns the number of the first row that starts at or after a time.
  func firstRow(from start: Int64) -> Int {
    var (first, last) = (0, rows)
    while first < last {
      let middle = (first + last) / 2
      if starts[middle] < start { first = middle + 1 } else { last = middle }
    }
    return first
  }
}
