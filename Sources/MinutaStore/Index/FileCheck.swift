import Foundation
import SystemCalls

/// Looks whether the stamps of files are those that the index has.
struct FileCheck: Sendable {
  let root: String

  /// The most files of a piece of work.
  private static let pieceSize = 256
  /// A second thread takes as long to come as it would take off fewer, which the system has at hand.
  private static let mostAlone = 10_000

  /// The files of some rows that have another stamp.
  func changed(_ files: ArraySlice<RecordIndex.File>) throws(IndexFailure) -> [String] {
    if files.isEmpty { return [] }
    do throws(SystemError) {
      let folder = try OpenFolder(root)
      var changed: [String] = []
      for file in files where try folder.stamp(of: file.path).number != file.row.stamp {
        changed.append(file.path)
      }
      return changed
    } catch {
      throw .system(error)
    }
  }

  /// The files of a plan that have another stamp.
  func changed(_ plan: CheckPlan) throws(IndexFailure) -> [String] {
    let pieces = plan.stretches.flatMap { $0.pieces(of: Self.pieceSize) }
    let count = pieces.reduce(0) { $0 + $1.count }
    // Some shares for each thread, so that none waits long for another at the end.
    let share = count > Self.mostAlone ? max(1, pieces.count / 16) : max(1, pieces.count)
    let crew = Crew(share: share, threads: 2)
    return try crew.results(of: pieces) {
      pieces throws(IndexFailure) in
      var changed: [String] = []
      for piece in pieces { try look(at: piece, &changed) }
      return changed
    }
  }

  private func look(
    at stretch: FolderStretch,
    _ changed: inout [String]
  ) throws(IndexFailure) {
    let folder = stretch.folder
    do {
      let open = try OpenFolder("\(root)/\(folder.path)")
      for row in folder.added[stretch.added]
      where try open.stamp(of: row.fileName).number != row.stamp {
        changed.append(folder.filePath(row))
      }
      if let base = folder.base, !stretch.base.isEmpty {
        for row in try changedRows(of: base, stretch, in: open) {
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
    _ stretch: FolderStretch,
    in open: borrowing OpenFolder
  ) throws -> [IndexRow] {
    let columns = try base.open([.times, .stamps, .rest])
    var whole: SegmentColumns?
    var changed: [IndexRow] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: RecordName.room, alignment: 8)
    defer { room.deallocate() }
    let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    for row in stretch.base where !stretch.folder.gone.contains(UInt32(row)) {
      let stamp: UInt64
      let name = try columns.name(row)
      // Most names come of the start alone.
      if case .plain = name, let place = room.baseAddress {
        _ = name.write(start: columns.starts[row], id: noID, into: room)
        stamp = try open.stamp(of: place.assumingMemoryBound(to: CChar.self)).number
      } else {
        if whole == nil { whole = try base.open() }
        stamp = try open.stamp(of: whole?[row].fileName ?? "").number
      }
      if stamp == columns.stamps[row] { continue }
      if whole == nil { whole = try base.open() }
      if let row = try whole?[row] { changed.append(row) }
    }
    return changed
  }
}
