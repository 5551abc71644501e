/// The spans of a day side by side, where they overlap.
package struct TimelineLanes {
  /// A span with its place among those that overlap it.
  package struct Lane {
    package let span: ReportSpan
    package let index: Int
    /// The number of lanes that share the width.
    let count: Int
  }

  package private(set) var lanes: [Lane] = []

  /// The maximum number of spans side by side; further ones are drawn over the last.
  private static let limit = 4

  /// - Parameter spans: the spans, sorted by start.
  package init(_ spans: [ReportSpan]) {
    var cluster: [(span: ReportSpan, lane: Int)] = []
    var ends: [Int] = []
    for span in spans {
      if span.start >= ends.max() ?? 0 {
        close(cluster, ends.count)
        (cluster, ends) = ([], [])
      }
      var lane = ends.firstIndex { $0 <= span.start } ?? ends.count
      if lane == Self.limit { lane -= 1 }
      if lane == ends.count { ends.append(span.end) }
      ends[lane] = max(ends[lane], span.end)
      cluster.append((span, lane))
    }
    close(cluster, ends.count)
  }

  private mutating func close(_ cluster: [(span: ReportSpan, lane: Int)], _ count: Int) {
    lanes += cluster.map { Lane(span: $0.span, index: $0.lane, count: count) }
  }
}
