package import Foundation

/// A record filter in a fast form that is evaluated on rows instead of records.
///
/// Rows contain numbers instead of tags and comments, so the filter compares numbers. All filtering
/// of records goes through `matches(_:)`.
package indirect enum CompiledRecordFilter: Sendable {
  case all
  case tag(Int32)
  /// The tags that match: the element at each tag number is true if that tag matches.
  case tags([Bool])
  /// A filter that matches nothing, used for a tag that no row has.
  case none
  /// The comments that match: the element at each comment number is true if that comment matches.
  case comment([Bool])
  /// The start and the exclusive end of a range, in seconds since 1970.
  case range(Int, Int)
  case duration(RecordFilter.Comparison, Int)
  case running
  case image
  case both(CompiledRecordFilter, CompiledRecordFilter)
  case either(CompiledRecordFilter, CompiledRecordFilter)
  case not(CompiledRecordFilter)

  var isAll: Bool {
    if case .all = self { true } else { false }
  }

  package func matches(_ row: RecordRow) -> Bool {
    switch self {
    case .all: true
    case .none: false
    case .tag(let tag): row.tag == tag
    case .tags(let matching): matching[Int(row.tag)]
    case .comment(let matching): matching[Int(row.comment)]
    case .range(let from, let to):
      max(row.start, from) < min(row.end, to)
        || row.start == row.end && row.start >= from && row.start < to
    case .duration(let comparison, let seconds): comparison.holds(row.end - row.start, seconds)
    case .running: row.isRunning
    case .image: row.hasImages
    case .both(let first, let second): first.matches(row) && second.matches(row)
    case .either(let first, let second): first.matches(row) || second.matches(row)
    case .not(let filter): !filter.matches(row)
    }
  }
}

extension RecordFilter {
  /// The optional columns of rows that the filter reads.
  package var columns: OptionalRowColumns {
    switch self {
    case .text, .label: .comments
    case .image: .images
    case .both(let first, let second), .either(let first, let second):
      first.columns.union(second.columns)
    case .not(let filter): filter.columns
    case .all, .untagged, .tag, .range, .duration, .running: []
    }
  }

  /// Returns the filter in its fast form, for rows whose numbers refer to this lookup table.
  ///
  /// - Parameter tags: returns the ids of the tags that a reference and a scope select.
  /// - Throws: `TrackingError` if a tag doesn't exist.
  package func compiled(
    _ lookup: RowLookupTable,
    tags: (TagReference, TagScope) throws(TrackingError) -> Set<UUID>
  ) throws(TrackingError) -> CompiledRecordFilter {
    switch self {
    case .all: return .all
    case .untagged: return .tag(0)
    case .tag(let reference, let scope): return lookup.filter(for: try tags(reference, scope))
    case .text(let text):
      let wanted = TagName.folded(text)
      return .comment(
        lookup.comments.map { $0.map { TagName.folded($0).contains(wanted) } ?? false }
      )
    case .label(let label):
      return .comment(lookup.comments.map { Label.all(in: $0).contains(where: label.matches) })
    case .range(let range):
      return .range(range.from?.unixSeconds ?? .min, range.to?.unixSeconds ?? .max)
    case .duration(let comparison, let seconds): return .duration(comparison, seconds)
    case .running: return .running
    case .image: return .image
    case .both(let first, let second):
      return .both(try first.compiled(lookup, tags: tags), try second.compiled(lookup, tags: tags))
    case .either(let first, let second):
      return .either(
        try first.compiled(lookup, tags: tags),
        try second.compiled(lookup, tags: tags)
      )
    case .not(let filter): return .not(try filter.compiled(lookup, tags: tags))
    }
  }
}

extension RowLookupTable {
  /// Returns the filter for rows with one of these tags.
  fileprivate func filter(for ids: Set<UUID>) -> CompiledRecordFilter {
    if let id = ids.first, ids.count == 1 {
      return tags.firstIndex(of: id).map { .tag(Int32($0)) } ?? .none
    }
    return .tags(tags.map { $0.map(ids.contains) ?? false })
  }
}
