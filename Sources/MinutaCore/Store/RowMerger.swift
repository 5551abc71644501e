/// Merges the rows of several sources, each sorted by start, into one sequence sorted by start.
///
/// It keeps the sources' blocks as they are, and a binary heap of the sources. Copying all rows once
/// per pair of sources would take most of the time of a summary.
struct RowMerger {
  /// The rows of one source that are left.
  private struct SortedRows {
    var blocks: [[RecordRow]]
    /// The number of the next block.
    var next = 0
    var block: [RecordRow] = []
    var place = 0

    init(_ source: any RecordRowSource) {
      var blocks: [[RecordRow]] = []
      source.forEachBlock { if !$0.isEmpty { blocks.append($0) } }
      self.blocks = blocks
    }

    /// Moves to the first row of the next block; returns false at the end.
    mutating func advanceToBlock(_ prepare: (inout RecordRow) -> Void) -> Bool {
      if next == blocks.count { return false }
      block = blocks[next]
      blocks[next] = []
      for row in block.indices { prepare(&block[row]) }
      (next, place) = (next + 1, 0)
      return true
    }
  }

  private var sources: [SortedRows]
  private let prepare: (inout RecordRow, Int) -> Void
  /// The numbers of the sources that have rows, as a binary heap by the start of their next row.
  private var heap: [(start: Int, source: Int)] = []

  /// - Parameter prepare: changes a row, given the number of its source.
  init(_ sources: [any RecordRowSource], prepare: @escaping (inout RecordRow, Int) -> Void) {
    self.prepare = prepare
    self.sources = sources.map(SortedRows.init)
    for source in sources.indices
    where self.sources[source].advanceToBlock({ prepare(&$0, source) }) {
      heap.append((self.sources[source].block[0].start, source))
    }
    heap.sort { ($0.start, $0.source) < ($1.start, $1.source) }
  }

  /// Returns the next row; of equal starts, the first source's.
  mutating func next() -> RecordRow? {
    guard let source = heap.first?.source else { return nil }
    let row = sources[source].block[sources[source].place]
    sources[source].place += 1
    let isInBlock = sources[source].place < sources[source].block.count
    if isInBlock || sources[source].advanceToBlock({ [prepare] in prepare(&$0, source) }) {
      heap[0].start = sources[source].block[sources[source].place].start
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink()
    return row
  }

  /// Moves the first entry of the heap to its place.
  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      let children = 2 * place + 1..<max(2 * place + 1, min(2 * place + 3, heap.count))
      for child in children {
        let (first, second) = (heap[child], heap[least])
        if first.start < second.start || first.start == second.start && first.source < second.source
        {
          least = child
        }
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
