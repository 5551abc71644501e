/// The sums of the whole and of each tag or comment, by its number: what most summaries ask for, and
/// what needs no look at where a row belongs.
struct SingleDimensionTotals {
  private(set) var whole = SummaryNodeTable.Node()
  private(set) var parts: [SummaryNodeTable.Node]
  private let isByComment: Bool

  /// - Parameter dimensions: the tag, the comment or nothing.
  init?(_ dimensions: [SummaryDimension], _ lookup: RowLookupTable) {
    switch dimensions {
    case []: parts = []
    case [.tag]: parts = Array(repeating: .init(), count: lookup.tags.count)
    case [.comment]: parts = Array(repeating: .init(), count: lookup.comments.count)
    default: return nil
    }
    isByComment = dimensions == [.comment]
  }

  /// Counts the parts of rows that lie in a range.
  mutating func add(_ rows: [RecordRow], from: Int, to: Int) {
    var whole = whole
    let isUncut = from == .min && to == .max
    parts.withUnsafeMutableBufferPointer { parts in
      rows.withUnsafeBufferPointer { rows in
        for row in rows {
          var (start, end) = (row.start, row.end)
          if !isUncut {
            guard let part = row.part(from: from, to: to) else { continue }
            (start, end) = part
          }
          whole.add(start, end)
          whole.records += 1
          if parts.isEmpty { continue }
          let number = Int(isByComment ? row.comment : row.tag)
          parts[number].add(start, end)
          parts[number].records += 1
        }
      }
    }
    self.whole = whole
  }
}
