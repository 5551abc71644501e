import Foundation

/// The rows of a folder in a pack: columns in the order of `IndexRow.isBefore`.
struct IndexSegment: Sendable {
  let pack: IndexPack
  let offset: Int
  let rows: Int
  /// The bytes of what few rows have.
  let rest: Int
  /// By part.
  let sums: [UInt64]

  var size: Int { SegmentLayout(rows: rows).rest + rest }

  /// Makes parts of the columns ready to be read.
  func open(_ parts: [SegmentPart] = SegmentPart.allCases) throws(IndexDamage) -> SegmentColumns {
    let layout = SegmentLayout(rows: rows)
    var opened: [UnsafeRawBufferPointer?] = [nil, nil, nil, nil]
    for part in parts {
      let bounds = part.bounds(layout, rest: rest)
      guard offset % 8 == 0, sums.count == opened.count else { throw IndexDamage() }
      opened[part.rawValue] = try pack.part(
        at: offset + bounds.lowerBound,
        count: bounds.count,
        sum: sums[part.rawValue]
      )
    }
    return try SegmentColumns(pack: pack, layout: layout, parts: opened)
  }
}
