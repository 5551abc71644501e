package import Foundation

/// What the numbers of rows stand for; the first of each stands for none.
package struct RowLegend: Sendable {
  package var tags: [UUID?] = [nil]
  /// IANA names.
  package var zones: [String?] = [nil]
  package var comments: [String?] = [nil]

  package init() {}
}

/// Where rows come from.
package protocol RowSource {
  var legend: RowLegend { get }

  /// Hands over the rows in the order of their starts, many at a time.
  func forEachBlock(_ body: ([RecordRow]) -> Void)
}
