/// A range of consecutive rows in the index of one directory.
struct IndexRowSlice: Sendable {
  let folder: DirectoryIndex
  /// The numbers of those rows that are in the segment.
  private(set) var base: Range<Int>
  /// The indices of the other rows in the directory's `added`.
  private(set) var added: Range<Int>
  /// The start of the first row in the slice; nil if the slice begins with the directory's first
  /// row.
  private(set) var start: Int64?

  var count: Int { base.count + added.count }

  /// Selects a directory's last rows before a time.
  ///
  /// - Parameter maximum: the maximum number of rows. It is exceeded if necessary to keep rows with
  ///   the same start together.
  init(of folder: DirectoryIndex, maximum: Int, before limit: Int64) throws(IndexCorruptionError) {
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
      if next != start, baseEnd - base + addedEnd - added >= maximum { break }
      if base > 0, baseStart == next { base -= 1 } else { added -= 1 }
      start = next
    }
    if base == 0, added == 0 { start = nil }
    (self.base, self.added) = (base..<baseEnd, added..<addedEnd)
  }

  /// Returns the paths of the slice's files.
  func paths() throws(IndexCorruptionError) -> [String] {
    let columns = base.isEmpty ? nil : try folder.base?.open()
    var paths = folder.added[added].map(folder.filePath)
    for row in base where !folder.removed.contains(UInt32(row)) {
      if let row = try columns?[row] { paths.append(folder.filePath(row)) }
    }
    return paths
  }

  /// Splits the slice into pieces of at most `size` segment rows, and one piece with the added
  /// rows.
  func pieces(of size: Int) -> [IndexRowSlice] {
    var pieces: [IndexRowSlice] = []
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
