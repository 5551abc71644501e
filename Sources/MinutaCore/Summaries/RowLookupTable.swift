package import Foundation

/// The values behind the numbers in rows.
///
/// The first value of each column stands for none.
package struct RowLookupTable: Sendable {
  package var tags: [UUID?] = [nil]
  /// IANA names of time zones.
  package var zones: [String?] = [nil]
  package var comments: [String?] = [nil]

  package init() {}
}

/// A sequence of rows with its lookup table.
package protocol RowSource {
  var lookup: RowLookupTable { get }

  /// Calls `body` with blocks of rows, sorted by start.
  func forEachBlock(_ body: ([RecordRow]) -> Void)
}
