/// Which records count.
package indirect enum RecordFilter: Sendable, Hashable {
  case all
  case untagged
  case tag(TagReference)
  /// Those whose comment contains a text, whatever its case.
  case text(String)
  /// Those of which a part lies in a range.
  case range(TimeRange)
  /// Those that are so long as a whole, in seconds.
  case duration(Comparison, Int)
  case running
  case image
  case both(RecordFilter, RecordFilter)
  case either(RecordFilter, RecordFilter)
  case not(RecordFilter)

  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case equal = "="
    case atLeast = ">="
    case more = ">"

    func holds(_ first: Int, _ second: Int) -> Bool {
      switch self {
      case .less: first < second
      case .atMost: first <= second
      case .equal: first == second
      case .atLeast: first >= second
      case .more: first > second
      }
    }
  }

  /// The records that both take.
  package func and(_ other: RecordFilter) -> RecordFilter {
    switch (self, other) {
    case (.all, _): other
    case (_, .all): self
    default: .both(self, other)
    }
  }
}
