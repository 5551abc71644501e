import Foundation
import SystemCalls

/// Looks whether the stamps of files are those that the index has.
struct FingerprintChecker: Sendable {
  let root: String

  /// The most files of a piece of work.
  private static let pieceSize = 256
  /// A second thread takes as long to come as it would take off fewer, which the system has at hand.
  private static let singleThreadLimit = 10_000

  /// The files of some rows that have another stamp.
  func changed(_ files: ArraySlice<RecordIndex.IndexedFile>) throws(IndexUpdateError) -> [String] {
    if files.isEmpty { return [] }
    do throws(SystemError) {
      let folder = try DirectoryHandle(root)
      var changed: [String] = []
      for file in files where try folder.fingerprint(of: file.path).number != file.row.stamp {
        changed.append(file.path)
      }
      return changed
    } catch {
      throw .system(error)
    }
  }

  /// The files of a plan that have another stamp.
  func changed(_ plan: FileCheckPlan) throws(IndexUpdateError) -> [String] {
    let pieces = plan.slices.flatMap { $0.pieces(of: Self.pieceSize) }
    let count = pieces.reduce(0) { $0 + $1.count }
    // Some shares for each thread, so that none waits long for another at the end.
    let chunkSize =
      count > Self.singleThreadLimit ? max(1, pieces.count / 16) : max(1, pieces.count)
    let mapper = ConcurrentMapper(chunkSize: chunkSize, threads: 2)
    return try mapper.map(pieces) {
      pieces throws(IndexUpdateError) in
      var changed: [String] = []
      for piece in pieces { try check(piece, &changed) }
      return changed
    }
  }

  private func check(
    _ slice: RowSlice,
    _ changed: inout [String]
  ) throws(IndexUpdateError) {
    let folder = slice.folder
    do {
      let open = try DirectoryHandle("\(root)/\(folder.path)")
      for row in folder.added[slice.added]
      where try open.fingerprint(of: row.fileName).number != row.stamp {
        changed.append(folder.filePath(row))
      }
      if let base = folder.base, !slice.base.isEmpty {
        for row in try changedRows(of: base, slice, in: open) {
          changed.append(folder.filePath(row))
        }
      }
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .damaged
    }
  }

  private func changedRows(
    of base: IndexSegment,
    _ slice: RowSlice,
    in open: borrowing DirectoryHandle
  ) throws -> [IndexRow] {
    let columns = try base.open([.times, .stamps, .extras])
    var whole: SegmentColumns?
    var changed: [IndexRow] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: RecordFileName.room, alignment: 8)
    defer { room.deallocate() }
    let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    for row in slice.base where !slice.folder.gone.contains(UInt32(row)) {
      let stamp: UInt64
      let name = try columns.name(row)
      // Most names come of the start alone.
      if case .plain = name, let place = room.baseAddress {
        _ = name.write(start: columns.starts[row], id: noID, into: room)
        stamp = try open.fingerprint(of: place.assumingMemoryBound(to: CChar.self)).number
      } else {
        if whole == nil { whole = try base.open() }
        stamp = try open.fingerprint(of: whole?[row].fileName ?? "").number
      }
      if stamp == columns.stamps[row] { continue }
      if whole == nil { whole = try base.open() }
      if let row = try whole?[row] { changed.append(row) }
    }
    return changed
  }
}
