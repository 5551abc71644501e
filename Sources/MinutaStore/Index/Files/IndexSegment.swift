import Foundation
import Synchronization

/// The rows of a directory in a pack file, stored by column and sorted by `IndexRow.isBefore`.
struct IndexSegment: Sendable {
  let pack: IndexPackFile
  let offset: Int
  let rows: Int
  /// The size in bytes of the `SegmentMetadata`, the segment's last part.
  let extras: Int
  /// The checksums of the segment's parts, one for each.
  let checksums: SegmentChecksums
  private let verifiedParts = VerifiedSegmentParts()

  var size: Int { SegmentLayout(rows: rows).extras + extras }

  /// Maps the columns of some parts, verifying the checksum of each part on its first use.
  func open(_ parts: [SegmentPart] = SegmentPart.allCases) throws(IndexCorruptionError)
    -> SegmentColumns
  {
    let layout = SegmentLayout(rows: rows)
    var opened: [UnsafeRawBufferPointer?] = [nil, nil, nil, nil]
    for part in parts { opened[part.rawValue] = try bytes(of: part, layout) }
    let extras = try opened[SegmentPart.extras.rawValue].map(verifiedParts.metadata)
    return SegmentColumns(pack: pack, layout: layout, parts: opened, extras: extras)
  }

  /// Returns the bytes of a part, verifying its checksum on the first use.
  private func bytes(
    of part: SegmentPart,
    _ layout: SegmentLayout
  ) throws(IndexCorruptionError) -> UnsafeRawBufferPointer {
    let bounds = part.bounds(layout, extras: extras)
    guard offset % 8 == 0 else { throw IndexCorruptionError() }
    let bytes = try pack.bytes(at: offset + bounds.lowerBound, count: bounds.count)
    if !verifiedParts.contains(part) {
      guard Checksum.of(bytes) == checksums[part] else { throw IndexCorruptionError() }
      verifiedParts.insert(part)
    }
    return bytes
  }

  /// Returns the numbers of the rows with an ID in a closed range.
  func rows(from first: UUID, through last: UUID) throws(IndexCorruptionError) -> [Int] {
    defer { withExtendedLifetime(pack) {} }
    let ids = SegmentIDColumn(try bytes(of: .ids, SegmentLayout(rows: rows)), rows: rows)
    return try ids.rows(from: first, through: last)
  }
}

/// The checksums of a segment's parts.
struct SegmentChecksums: Sendable, BitwiseCopyable {
  let times: UInt64
  let fingerprints: UInt64
  let ids: UInt64
  let extras: UInt64

  subscript(part: SegmentPart) -> UInt64 {
    switch part {
    case .times: times
    case .fingerprints: fingerprints
    case .ids: ids
    case .extras: extras
    }
  }
}

/// The parts of a segment whose checksum was verified, so that each is verified and decoded once.
private final class VerifiedSegmentParts: Sendable {
  private let bits = Atomic<UInt8>(0)
  private let decoded = Mutex<SegmentMetadata?>(nil)

  func contains(_ part: SegmentPart) -> Bool {
    bits.load(ordering: .relaxed) & 1 << part.rawValue != 0
  }

  func insert(_ part: SegmentPart) { bits.bitwiseOr(1 << part.rawValue, ordering: .relaxed) }

  /// Returns the decoded last part: each of many updates of a row looks at it.
  func metadata(_ bytes: UnsafeRawBufferPointer) throws(IndexCorruptionError) -> SegmentMetadata {
    if let known = decoded.withLock(\.self) { return known }
    let metadata = try SegmentMetadata(bytes)
    decoded.withLock { $0 = metadata }
    return metadata
  }
}
