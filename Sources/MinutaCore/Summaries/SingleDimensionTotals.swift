/// The total and the sums per tag or per comment.
///
/// Most summaries need only these. They are faster to compute than the tree of nested groups:
/// `minuta summary all` takes 6.9 ms for 100,000 records, but 8.9 ms with the tree.
struct SingleDimensionTotals {
  private(set) var whole = SummaryNodeTable.Node()
  private(set) var parts: [SummaryNodeTable.Node]
  private let isByComment: Bool

  /// Creates sums of zero.
  ///
  /// Returns nil unless the rows are grouped by tag, by comment, or not at all.
  ///
  /// - Parameter dimensions: the dimensions to group by.
  init?(_ dimensions: [SummaryDimension], _ lookup: RowLookupTable) {
    switch dimensions {
    case []: parts = []
    case [.tag]: parts = Array(repeating: .init(), count: lookup.tags.count)
    case [.comment]: parts = Array(repeating: .init(), count: lookup.comments.count)
    default: return nil
    }
    isByComment = dimensions == [.comment]
  }

  /// Adds those parts of rows that lie in a range, given in seconds since 1970.
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
