/// Rows of one folder of the index that start one after the other.
struct RowSlice: Sendable {
  let folder: DirectoryIndex
  /// Of the rows of its segment.
  private(set) var base: Range<Int>
  /// Of the rows that were added.
  private(set) var added: Range<Int>
  /// Where the first of them starts; nil where nothing of the folder starts earlier.
  private(set) var start: Int64?

  var count: Int { base.count + added.count }

  /// Takes the rows of a folder that start last before an instant.
  ///
  /// - Parameter most: how many; all of those that start at one instant are taken or none.
  init(of folder: DirectoryIndex, most: Int, before limit: Int64) throws(IndexCorruptionError) {
    self.folder = folder
    let columns = try folder.base?.open([.times])
    var base = columns?.firstRow(from: limit) ?? 0
    var added = folder.added.firstIndex { $0.start >= limit } ?? folder.added.count
    let (baseEnd, addedEnd) = (base, added)
    start = limit
    while base > 0 || added > 0 {
      let baseStart = base > 0 ? columns?.starts[base - 1] ?? .min : .min
      let addedStart = added > 0 ? folder.added[added - 1].start : .min
      let next = max(baseStart, addedStart)
      if next != start, baseEnd - base + addedEnd - added >= most { break }
      if base > 0, baseStart == next { base -= 1 } else { added -= 1 }
      start = next
    }
    if base == 0, added == 0 { start = nil }
    (self.base, self.added) = (base..<baseEnd, added..<addedEnd)
  }

  /// The same rows in pieces of so many.
  func pieces(of size: Int) -> [RowSlice] {
    var pieces: [RowSlice] = []
    for first in stride(from: base.lowerBound, to: base.upperBound, by: size) {
      var piece = self
      piece.base = first..<min(first + size, base.upperBound)
      piece.added = 0..<0
      pieces.append(piece)
    }
    if !added.isEmpty {
      var piece = self
      piece.base = 0..<0
      pieces.append(piece)
    }
    return pieces
  }
}
