import SystemCalls

/// Writes a pack, a segment after the other.
struct PackWriter: ~Copyable {
  private let file: FileDescriptor
  private(set) var size = 0

  /// Where a segment was written.
  struct Place {
    let offset: Int
    let rows: Int
    let rest: Int
    let sums: SegmentSums
    /// The rows that run.
    let running: [UInt32]

    func segment(in pack: IndexPack) -> IndexSegment {
      IndexSegment(pack: pack, offset: offset, rows: rows, rest: rest, sums: sums)
    }
  }

  init(_ path: String) throws(SystemError) {
    file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
  }

  /// - Parameter rows: in the order of `IndexRow.isBefore`.
  mutating func add(_ rows: [IndexRow]) throws(SystemError) -> Place {
    let text = SegmentText(rows)
    try file.write(text.bytes)
    defer { size += text.bytes.count }
    let running = rows.indices.filter { rows[$0].isRunning }.map { UInt32($0) }
    return Place(
      offset: size,
      rows: text.rows,
      rest: text.rest,
      sums: text.sums,
      running: running
    )
  }
}
