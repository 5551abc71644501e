/// Merges the rows of several sources, each sorted by start, into one sequence sorted by start.
///
/// A binary heap has the sources by the start of their next row. Its entries are plain numbers in one
/// buffer, because each row of a summary passes through it.
struct RowMerger {
  /// The rows of all sources, one source after another.
  private var rows: [RecordRow] = []
  private var sources: [Source] = []

  /// The rows of one source that are left.
  private struct Source {
    /// The start of the next row and the number of the source, which decides between equal starts;
    /// `Int.max` if no row is left.
    var key: Int
    /// The index of the next row.
    var place: Int
    /// The index after the last row.
    let end: Int

    mutating func updateKey(_ rows: UnsafeBufferPointer<RecordRow>) {
      let number = key & Int(UInt16.max)
      key = place == end ? .max : rows[place].start << UInt16.bitWidth | number
    }
  }

  /// Adds the rows of the next source, of at most 65,535.
  ///
  /// - Parameter prepare: changes each row.
  mutating func add(_ source: any RecordRowSource, prepare: (inout RecordRow) -> Void) {
    let first = rows.count
    source.forEachBlock { rows += $0 }
    rows.withUnsafeMutableBufferPointer { rows in
      for index in first..<rows.count { prepare(&rows[index]) }
    }
    sources.append(Source(key: sources.count, place: first, end: rows.count))
  }

  /// Calls `body` with all rows, in blocks of a size; of equal starts, the first source's row is first.
  func forEachBlock(of size: Int, _ body: ([RecordRow]) -> Void) {
    var heap = sources
    var block: [RecordRow] = []
    block.reserveCapacity(size)
    rows.withUnsafeBufferPointer { rows in
      for index in heap.indices { heap[index].updateKey(rows) }
      // A sorted array is a heap.
      heap.sort { $0.key < $1.key }
      heap.withUnsafeMutableBufferPointer { heap in
        while let place = heap.first?.place, heap[0].key != .max {
          block.append(rows[place])
          if block.count == size {
            body(block)
            block.removeAll(keepingCapacity: true)
          }
          heap[0].place += 1
          heap[0].updateKey(rows)
          Self.sink(heap)
        }
      }
    }
    if !block.isEmpty { body(block) }
  }

  /// Moves the first entry of the heap to its place.
  private static func sink(_ heap: UnsafeMutableBufferPointer<Source>) {
    let entry = heap[0]
    var place = 0
    while true {
      var child = 2 * place + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1].key < heap[child].key { child += 1 }
      if entry.key <= heap[child].key { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = entry
  }
}
