import Foundation

/// The rows of several stores, sorted by start.
struct CombinedRowSource: RecordRowSource {
  /// The rows of one store, and the numbers that replace those in the rows.
  private struct Part {
    let source: any RecordRowSource
    let store: Int16
    let tags: [Int32]
    let zones: [Int32]
    let comments: [Int32]
  }

  private(set) var lookup = RowLookupTable()
  private var parts: [Part] = []
  private var tags: [UUID?: Int32] = [nil: 0]
  private var zones: [String?: Int32] = [nil: 0]
  private var comments: [String?: Int32] = [nil: 0]

  /// Adds the rows of a store.
  ///
  /// - Parameter combinedID: returns the id of the combined tag for a tag of the store.
  mutating func add(
    _ source: any RecordRowSource,
    ofStore store: Int16,
    combinedID: (UUID) -> UUID
  ) {
    parts.append(
      Part(
        source: source,
        store: store,
        tags: source.lookup.tags.map { tags.number(of: $0.map(combinedID), &lookup.tags) },
        zones: source.lookup.zones.map { zones.number(of: $0, &lookup.zones) },
        comments: source.lookup.comments.map { comments.number(of: $0, &lookup.comments) }
      )
    )
  }

  private static let blockSize = 512

  func forEachBlock(_ body: ([RecordRow]) -> Void) {
    var merger = RowMerger(parts.map(\.source)) { row, number in
      row.store = parts[number].store
      row.tag = parts[number].tags[Int(row.tag)]
      row.zone = parts[number].zones[Int(row.zone)]
      row.comment = parts[number].comments[Int(row.comment)]
    }
    var block: [RecordRow] = []
    block.reserveCapacity(Self.blockSize)
    while let row = merger.next() {
      block.append(row)
      if block.count == Self.blockSize {
        body(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    if !block.isEmpty { body(block) }
  }
}
