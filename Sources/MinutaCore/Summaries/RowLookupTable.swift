package import Foundation

/// The tags, time zones and comments to which the numbers in rows refer.
///
/// Position 0 of each array is nil and stands for no value.
package struct RowLookupTable: Sendable {
  package var tags: [UUID?] = [nil]
  /// The IANA names of the time zones.
  package var zones: [String?] = [nil]
  package var comments: [String?] = [nil]

  package init() {}
}

/// A sequence of rows, and the lookup table for their numbers.
package protocol RecordRowSource {
  var lookup: RowLookupTable { get }

  /// Calls `body` with all rows, in several blocks, sorted by start.
  func forEachBlock(_ body: ([RecordRow]) -> Void)
}
