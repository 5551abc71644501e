package import Foundation

/// What the numbers of rows stand for; the first of each stands for none.
package struct RowLookupTable: Sendable {
  package var tags: [UUID?] = [nil]
  /// IANA names.
  package var zones: [String?] = [nil]
  package var comments: [String?] = [nil]

  package init() {}
}

/// Where rows come from.
package protocol RowSource {
  var lookup: RowLookupTable { get }

  /// Hands over the rows in the order of their starts, many at a time.
  func forEachBlock(_ body: ([RecordRow]) -> Void)
}
