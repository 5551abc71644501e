/// A condition that selects records, such as "has this tag" or "is longer than an hour".
package indirect enum RecordFilter: Sendable, Hashable {
  case all
  case untagged
  case tag(TagReference, TagScope)
  /// Records whose comment contains the text, ignoring case.
  case text(String)
  /// Records whose comment has the label; one without a value matches all labels with its key.
  case label(Label)
  /// Records that overlap the range.
  case range(TimeRange)
  /// Records whose duration in seconds satisfies the comparison with the number.
  ///
  /// The full duration counts, even if only a part of the record lies in the queried range.
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

  /// Returns a filter that matches the records that both filters match.
  package func and(_ other: RecordFilter) -> RecordFilter {
    switch (self, other) {
    case (.all, _): other
    case (_, .all): self
    default: .both(self, other)
    }
  }
}
