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

  /// Calls `body` with one block of all rows.
  ///
  /// Neighbours are merged pair by pair, which takes less time than to sort: each store's rows are
  /// sorted already.
  func forEachBlock(_ body: ([RecordRow]) -> Void) {
    var runs = parts.map(Self.rows)
    while runs.count > 1 {
      runs = stride(from: 0, to: runs.count, by: 2).map { place in
        place + 1 < runs.count ? Self.merged(runs[place], runs[place + 1]) : runs[place]
      }
    }
    if let rows = runs.first { body(rows) }
  }

  /// Returns the rows of a store with the combined numbers.
  private static func rows(of part: Part) -> [RecordRow] {
    var rows: [RecordRow] = []
    part.source.forEachBlock { block in
      for var row in block {
        row.store = part.store
        row.tag = part.tags[Int(row.tag)]
        row.zone = part.zones[Int(row.zone)]
        row.comment = part.comments[Int(row.comment)]
        rows.append(row)
      }
    }
    return rows
  }

  private static func merged(_ first: [RecordRow], _ second: [RecordRow]) -> [RecordRow] {
    let total = first.count + second.count
    return [RecordRow](unsafeUninitializedCapacity: total) { rows, count in
      var (left, right) = (0, 0)
      for place in 0..<total {
        let takesLeft =
          right == second.count || left < first.count && first[left].start <= second[right].start
        rows.initializeElement(at: place, to: takesLeft ? first[left] : second[right])
        if takesLeft { left += 1 } else { right += 1 }
      }
      count = total
    }
  }
}
