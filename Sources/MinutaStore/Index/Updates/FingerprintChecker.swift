import Foundation
import SystemCalls

/// Compares the fingerprints of files with those in the index.
struct FingerprintChecker: Sendable {
  let root: String

  /// The maximum number of segment rows in a piece, which a single thread checks.
  private static let pieceSize = 256
  /// The largest number of files that a single thread checks.
  ///
  /// For so few files, starting a second thread takes longer than it saves.
  private static let singleThreadLimit = 10_000

  /// Returns the paths of the files whose fingerprint has changed or can't be read.
  func changed(_ files: ArraySlice<RecordIndex.IndexedFile>) -> [String] {
    guard let folder = try? DirectoryHandle(root) else { return files.map(\.path) }
    let changed = files.filter {
      (try? folder.fingerprint(of: $0.path).number) != $0.row.fingerprint
    }
    return changed.map(\.path)
  }

  /// Returns the paths of the plan's files whose fingerprint has changed or can't be read.
  func changed(_ plan: FileCheckPlan) throws(IndexCorruptionError) -> [String] {
    let pieces = plan.slices.flatMap { $0.pieces(of: Self.pieceSize) }
    let count = pieces.reduce(0) { $0 + $1.count }
    // Use several chunks per thread, so that both threads finish at about the same time.
    let chunkSize =
      count > Self.singleThreadLimit ? max(1, pieces.count / 16) : max(1, pieces.count)
    let mapper = ConcurrentMapper(chunkSize: chunkSize, threads: 2)
    return try mapper.map(pieces) {
      pieces throws(IndexCorruptionError) in
      var changed: [String] = []
      for piece in pieces { changed += try self.changed(piece) }
      return changed
    }
  }

  private func changed(_ slice: IndexRowSlice) throws(IndexCorruptionError) -> [String] {
    let folder = slice.folder
    do {
      let open = try DirectoryHandle("\(root)/\(folder.path)")
      var changed: [String] = []
      for row in folder.added[slice.added]
      where try open.fingerprint(of: row.fileName).number != row.fingerprint {
        changed.append(folder.filePath(row))
      }
      if let base = folder.base, !slice.base.isEmpty {
        changed += try changedRows(of: base, slice, in: open).map(folder.filePath)
      }
      return changed
    } catch let error as IndexCorruptionError {
      throw error
    } catch {
      // Read all these files again: the reader finds out which of them are unreadable.
      return try slice.paths()
    }
  }

  private func changedRows(
    of base: IndexSegment,
    _ slice: IndexRowSlice,
    in open: borrowing DirectoryHandle
  ) throws -> [IndexRow] {
    let columns = try base.open([.times, .fingerprints, .extras])
    var whole: SegmentColumns?
    var changed: [IndexRow] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: RecordFileName.bufferSize,
      alignment: 8
    )
    defer { buffer.deallocate() }
    let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    for row in slice.base where !slice.folder.removed.contains(UInt32(row)) {
      let fingerprint: UInt64
      let name = try columns.name(row)
      // Most names are derived from the start alone, so the ID column isn't needed.
      if case .plain = name, let place = buffer.baseAddress {
        _ = name.write(start: columns.starts[row], id: noID, into: buffer)
        fingerprint = try open.fingerprint(of: place.assumingMemoryBound(to: CChar.self)).number
      } else {
        if whole == nil { whole = try base.open() }
        fingerprint = try open.fingerprint(of: whole?[row].fileName ?? "").number
      }
      if fingerprint == columns.fingerprints[row] { continue }
      if whole == nil { whole = try base.open() }
      if let row = try whole?[row] { changed.append(row) }
    }
    return changed
  }
}
