import Synchronization

/// The rows of a folder in a pack: columns in the order of `IndexRow.isBefore`.
struct IndexSegment: Sendable {
  let pack: IndexPackFile
  let offset: Int
  let rows: Int
  /// The bytes of what few rows have.
  let extras: Int
  /// By part.
  let checksums: SegmentChecksums
  private let whole = VerifiedParts()

  var size: Int { SegmentLayout(rows: rows).extras + extras }

  /// Makes parts of the columns ready to be read.
  func open(_ parts: [SegmentPart] = SegmentPart.allCases) throws(IndexCorruptionError)
    -> SegmentColumns
  {
    let layout = SegmentLayout(rows: rows)
    var opened: [UnsafeRawBufferPointer?] = [nil, nil, nil, nil]
    for part in parts {
      let bounds = part.bounds(layout, extras: extras)
      guard offset % 8 == 0 else { throw IndexCorruptionError() }
      let bytes = try pack.bytes(at: offset + bounds.lowerBound, count: bounds.count)
      if !whole.contains(part) {
        guard Checksum.of(bytes) == checksums[part] else { throw IndexCorruptionError() }
        whole.insert(part)
      }
      opened[part.rawValue] = bytes
    }
    return try SegmentColumns(pack: pack, layout: layout, parts: opened)
  }
}

/// The sums over the parts of a segment.
struct SegmentChecksums: Sendable, BitwiseCopyable {
  let times: UInt64
  let stamps: UInt64
  let ids: UInt64
  let extras: UInt64

  subscript(part: SegmentPart) -> UInt64 {
    switch part {
    case .times: times
    case .stamps: stamps
    case .ids: ids
    case .extras: extras
    }
  }
}

/// The parts of a segment that were found whole, so that each is looked through once.
private final class VerifiedParts: Sendable {
  private let bits = Atomic<UInt8>(0)

  func contains(_ part: SegmentPart) -> Bool {
    bits.load(ordering: .relaxed) & 1 << part.rawValue != 0
  }

  func insert(_ part: SegmentPart) { bits.bitwiseOr(1 << part.rawValue, ordering: .relaxed) }
}
