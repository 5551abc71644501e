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
    var merger = RowMerger()
    for part in parts {
      merger.add(part.source) { row in
        row.store = part.store
        row.tag = part.tags[Int(row.tag)]
        row.zone = part.zones[Int(row.zone)]
        row.comment = part.comments[Int(row.comment)]
      }
    }
    merger.forEachBlock(of: Self.blockSize, body)
  }
}
