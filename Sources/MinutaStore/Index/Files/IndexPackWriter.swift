import SystemCalls

/// Writes a pack file of the index cache, segment by segment.
struct IndexPackWriter: ~Copyable {
  private let file: FileDescriptor
  private(set) var size = 0

  /// The location in the pack file of a segment that was written.
  struct SegmentLocation {
    let offset: Int
    let rows: Int
    let extras: Int
    let checksums: SegmentChecksums
    /// The numbers of the segment's rows that are running timers.
    let running: [UInt32]

    func segment(in pack: IndexPackFile) -> IndexSegment {
      IndexSegment(pack: pack, offset: offset, rows: rows, extras: extras, checksums: checksums)
    }
  }

  init(_ path: String) throws(SystemError) {
    file = try FileDescriptor(opening: path, for: .creating, permissions: 0o600)
  }

  /// Appends a segment.
  ///
  /// - Parameter rows: the rows, sorted by `IndexRow.isBefore`.
  mutating func add(_ rows: [IndexRow]) throws(SystemError) -> SegmentLocation {
    let text = SegmentEncoder(rows)
    try file.write(text.bytes)
    defer { size += text.bytes.count }
    let running = rows.indices.filter { rows[$0].isRunning }.map { UInt32($0) }
    return SegmentLocation(
      offset: size,
      rows: text.rows,
      extras: text.extras,
      checksums: text.checksums,
      running: running
    )
  }
}
