import Foundation

/// Encodes rows as a segment of a pack file.
struct SegmentEncoder {
  let bytes: [UInt8]
  let rows: Int
  let extras: Int
  let checksums: SegmentChecksums

  /// Encodes rows.
  ///
  /// - Parameter rows: the rows, sorted by `IndexRow.isBefore`.
  init(_ rows: [IndexRow]) {
    var extras = SegmentMetadata()
    var numbers: [UUID: UInt32] = [:]
    let words = rows.indices.map { Self.word(rows[$0], $0, &extras, &numbers) }
    let lengths = rows.indices.map { Self.length(rows[$0], $0, &extras) }
    let order = rows.indices.sorted { rows[$0].id < rows[$1].id }
    let layout = SegmentLayout(rows: rows.count)
    var tail = BinaryWriter()
    extras.put(into: &tail)
    let padded = (tail.bytes.count + 7) / 8 * 8
    var bytes = [UInt8](repeating: 0, count: layout.extras + padded)
    bytes.withUnsafeMutableBytes { bytes in
      for (index, row) in rows.enumerated() {
        bytes.storeBytes(of: row.start, toByteOffset: layout.starts + 8 * index, as: Int64.self)
        bytes.storeBytes(
          of: lengths[index],
          toByteOffset: layout.lengths + 4 * index,
          as: UInt32.self
        )
        bytes.storeBytes(of: words[index], toByteOffset: layout.tags + 4 * index, as: UInt32.self)
        bytes.storeBytes(
          of: row.fingerprint,
          toByteOffset: layout.fingerprints + 8 * index,
          as: UInt64.self
        )
        bytes.storeBytes(of: row.id.uuid, toByteOffset: layout.ids + 16 * index, as: uuid_t.self)
        bytes.storeBytes(
          of: UInt32(order[index]),
          toByteOffset: layout.order + 4 * index,
          as: UInt32.self
        )
      }
      for (index, byte) in tail.bytes.enumerated() { bytes[layout.extras + index] = byte }
    }
    self.bytes = bytes
    self.rows = rows.count
    self.extras = padded
    checksums = bytes.withUnsafeBytes { bytes in
      let sum = { (part: SegmentPart) in
        Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[part.bounds(layout, extras: padded)]))
      }
      return SegmentChecksums(
        times: sum(.times),
        fingerprints: sum(.fingerprints),
        ids: sum(.ids),
        extras: sum(.extras)
      )
    }
  }

  private static func length(_ row: IndexRow, _ index: Int, _ extras: inout SegmentMetadata)
    -> UInt32
  {
    if row.isRunning { return SegmentLayout.running }
    let length = row.end - row.start
    if 0 <= length, length < Int64(SegmentLayout.explicitEnd) { return UInt32(length) }
    extras.ends[index] = row.end
    return SegmentLayout.explicitEnd
  }

  private static func word(
    _ row: IndexRow,
    _ index: Int,
    _ extras: inout SegmentMetadata,
    _ numbers: inout [UUID: UInt32]
  ) -> UInt32 {
    var word = SegmentLayout.noTag
    if let tag = row.tag {
      word = numbers[tag] ?? UInt32(extras.tags.count)
      if numbers.updateValue(word, forKey: tag) == nil { extras.tags.append(tag) }
    }
    let kind: UInt32
    switch row.name {
    case .plain: kind = 0
    case .shortID: kind = 1
    case .fullID: kind = 2
    case .other(let name):
      kind = 3
      extras.names[index] = name
    }
    return word | kind << SegmentLayout.nameShift
      | (row.isDuplicate ? SegmentLayout.duplicateBit : 0)
  }
}
