import Synchronization

/// The rows of a folder in a pack: columns in the order of `IndexRow.isBefore`.
struct IndexSegment: Sendable {
  let pack: IndexPack
  let offset: Int
  let rows: Int
  /// The bytes of what few rows have.
  let rest: Int
  /// By part.
  let sums: SegmentSums
  private let whole = WholeParts()

  var size: Int { SegmentLayout(rows: rows).rest + rest }

  /// Makes parts of the columns ready to be read.
  func open(_ parts: [SegmentPart] = SegmentPart.allCases) throws(IndexDamage) -> SegmentColumns {
    let layout = SegmentLayout(rows: rows)
    var opened: [UnsafeRawBufferPointer?] = [nil, nil, nil, nil]
    for part in parts {
      let bounds = part.bounds(layout, rest: rest)
      guard offset % 8 == 0 else { throw IndexDamage() }
      let bytes = try pack.bytes(at: offset + bounds.lowerBound, count: bounds.count)
      if !whole.contains(part) {
        guard Checksum.of(bytes) == sums[part] else { throw IndexDamage() }
        whole.insert(part)
      }
      opened[part.rawValue] = bytes
    }
    return try SegmentColumns(pack: pack, layout: layout, parts: opened)
  }
}

/// The sums over the parts of a segment.
struct SegmentSums: Sendable, BitwiseCopyable {
  let times: UInt64
  let stamps: UInt64
  let ids: UInt64
  let rest: UInt64

  subscript(part: SegmentPart) -> UInt64 {
    switch part {
    case .times: times
    case .stamps: stamps
    case .ids: ids
    case .rest: rest
    }
  }
}

/// The parts of a segment that were found whole, so that each is looked through once.
private final class WholeParts: Sendable {
  private let bits = Atomic<UInt8>(0)

  func contains(_ part: SegmentPart) -> Bool {
    bits.load(ordering: .relaxed) & 1 << part.rawValue != 0
  }

  func insert(_ part: SegmentPart) { bits.bitwiseOr(1 << part.rawValue, ordering: .relaxed) }
}
