extension TimeTracker {
  /// Calls `body` with the rows that overlap a range and match a filter, sorted by start.
  ///
  /// - Parameter columns: the optional columns that `body` reads.
  package func forEachRow(
    in range: TimeRange,
    of filter: RecordFilter,
    _ columns: OptionalRowColumns,
    _ body: (RecordRow, RowLookupTable) -> Void
  ) throws(TrackingError) {
    let rows = try transaction.rows(
      in: range,
      now: now,
      columns: filter.columns.union(columns),
      checking: .months
    )
    let (lookup, compiled) = (rows.lookup, try compiled(filter, rows.lookup))
    let (from, to) = (range.from?.unixSeconds ?? .min, range.to?.unixSeconds ?? .max)
    rows.forEachBlock { block in
      for row in block where compiled.matches(row) && row.part(from: from, to: to) != nil {
        body(row, lookup)
      }
    }
  }
}
