import Foundation

/// The IDs of a segment's rows, with an order for binary search.
///
/// The caller must keep the mapped file open.
struct SegmentIDColumn {
  private let rows: Int
  private let ids: UnsafeRawBufferPointer
  /// The row numbers, sorted by the IDs of the rows' records.
  private let order: UnsafeBufferPointer<UInt32>

  /// Creates the column from the bytes of the part `.ids`; nil if that part isn't open.
  init(_ bytes: UnsafeRawBufferPointer?, rows: Int) {
    self.rows = rows
    ids =
      bytes.map { UnsafeRawBufferPointer(rebasing: $0[..<(16 * rows)]) }
      ?? UnsafeRawBufferPointer(start: nil, count: 0)
    order = SegmentColumns.column(bytes, 16 * rows..<20 * rows)
  }

  subscript(row: Int) -> UUID {
    UUID(uuid: ids.loadUnaligned(fromByteOffset: 16 * row, as: uuid_t.self))
  }

  /// Returns the numbers of the rows with an ID in a closed range.
  func rows(from first: UUID, through last: UUID) throws(IndexCorruptionError) -> [Int] {
    let (first, last) = (first.number, last.number)
    var (low, high) = (0, rows)
    while low < high {
      let middle = (low + high) / 2
      if try number(at: middle) < first { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    while low < rows, try number(at: low) <= last {
      found.append(Int(order[low]))
      low += 1
    }
    return found
  }

  /// Returns the ID at a place in the order, as a number.
  private func number(at place: Int) throws(IndexCorruptionError) -> UInt128 {
    let row = Int(order[place])
    guard row < rows else { throw IndexCorruptionError() }
    return UInt128(bigEndian: ids.loadUnaligned(fromByteOffset: 16 * row, as: UInt128.self))
  }
}

extension UUID {
  /// The ID as a number with the same order, which is faster to compare.
  var number: UInt128 {
    withUnsafeBytes(of: uuid) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }

  init(number: UInt128) {
    self.init(uuid: withUnsafeBytes(of: number.bigEndian) { $0.loadUnaligned(as: uuid_t.self) })
  }
}
