import Foundation
import SystemCalls

/// Looks whether the stamps of files are those that the index has.
struct FileCheck {
  let root: String
  /// How many files may still be looked at.
  var rest: Int
  /// The files that have another stamp.
  private(set) var changed: [String] = []
  /// Where the last visit ended; nil where it looked at all there is.
  private(set) var end: CheckPlace?

  init(root: String, rest: Int) {
    (self.root, self.rest) = (root, rest)
  }

  /// Looks at the files of some rows.
  mutating func visit(_ files: [RecordIndex.File]) throws(IndexFailure) {
    if files.isEmpty { return }
    do throws(SystemError) {
      let folder = try OpenFolder(root)
      for file in files.prefix(rest)
      where try folder.stamp(of: file.path).number != file.row.stamp {
        changed.append(file.path)
      }
    } catch {
      throw .system(error)
    }
  }

  /// Looks at the files in the folders that have a part in a stretch, those that started last first.
  ///
  /// - Parameter place: where to go on.
  mutating func visit(
    _ index: RecordIndex,
    from: Int64,
    to: Int64,
    after place: CheckPlace? = nil
  ) throws(IndexFailure) {
    end = nil
    let folders = index.folders.filter { $0.reaches(from, to) }
      .sorted { first, second in
        CheckPlace(path: first.path, start: first.bounds.lastStart)
          < CheckPlace(path: second.path, start: second.bounds.lastStart)
      }
    // A folder's own starts tell how far it was looked into.
    var isReached = place == nil || !folders.contains { $0.path == place?.path }
    for folder in folders {
      let isFirst = !isReached && folder.path == place?.path
      if isFirst { isReached = true }
      guard isReached else { continue }
      try visit(folder, upTo: isFirst ? place?.start ?? .max : .max)
      if end != nil { return }
    }
  }

  /// - Parameter last: the last start that is looked at.
  private mutating func visit(_ folder: IndexFolder, upTo last: Int64) throws(IndexFailure) {
    do {
      let open = try OpenFolder("\(root)/\(folder.path)")
      for row in folder.added.reversed() where row.start <= last {
        if isSpent(folder, row.start) { return }
        let isSame = try open.stamp(of: row.fileName).number == row.stamp
        if !isSame { changed.append(folder.filePath(row)) }
      }
      guard let base = folder.base else { return }
      try visit(base, of: folder, upTo: last, in: open)
    } catch is IndexDamage {
      throw .damaged
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .damaged
    }
  }

  private mutating func isSpent(_ folder: IndexFolder, _ start: Int64) -> Bool {
    if rest == 0 {
      end = CheckPlace(path: folder.path, start: start)
      return true
    }
    rest -= 1
    return false
  }

  private mutating func visit(
    _ base: IndexSegment,
    of folder: IndexFolder,
    upTo last: Int64,
    in open: borrowing OpenFolder
  ) throws {
    let columns = try base.open([.times, .stamps, .rest])
    var whole: SegmentColumns?
    let name = UnsafeMutableRawBufferPointer.allocate(byteCount: RecordName.room, alignment: 8)
    defer { name.deallocate() }
    for row in (0..<columns.rows).reversed() where columns.starts[row] <= last {
      if !folder.gone.isEmpty, folder.gone.contains(UInt32(row)) { continue }
      if isSpent(folder, columns.starts[row]) { return }
      let stamp: UInt64
      let kind = try columns.name(row)
      if case .plain = kind, let place = name.baseAddress {
        let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        _ = kind.write(start: columns.starts[row], id: id, into: name)
        stamp = try open.stamp(of: place.assumingMemoryBound(to: CChar.self)).number
      } else {
        if whole == nil { whole = try base.open() }
        stamp = try open.stamp(of: whole?[row].fileName ?? "").number
      }
      if stamp == columns.stamps[row] { continue }
      if whole == nil { whole = try base.open() }
      if let row = try whole?[row] { changed.append(folder.filePath(row)) }
    }
  }
}
