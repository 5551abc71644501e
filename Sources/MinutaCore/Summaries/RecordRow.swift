/// A record reduced to integers, for fast sums and filters.
///
/// Times are in seconds since 1970. `RowLookupTable` resolves the numbers of tags, zones and
/// comments.
package struct RecordRow: Sendable, Hashable {
  package var start: Int
  /// Never before the start.
  ///
  /// For a running timer, the time of the call.
  package var end: Int
  /// The number of the tag, or 0 for no tag.
  package var tag: Int32
  /// The number of the time zone, or 0 if unknown.
  package var zone: Int32
  /// The number of the comment, or 0 if there is none or comments weren't requested.
  package var comment: Int32
  package var isRunning: Bool
  package var hasImages: Bool

  package init(
    start: Int,
    end: Int,
    tag: Int32 = 0,
    zone: Int32 = 0,
    comment: Int32 = 0,
    isRunning: Bool = false,
    hasImages: Bool = false
  ) {
    self.start = start
    self.end = end
    self.tag = tag
    self.zone = zone
    self.comment = comment
    self.isRunning = isRunning
    self.hasImages = hasImages
  }

  /// Returns the part that lies in a range.
  ///
  /// A record of zero length is inside if its instant is.
  @inline(__always)
  func part(from: Int, to: Int) -> (start: Int, end: Int)? {
    let part = (start: max(start, from), end: min(end, to))
    let isWithin = part.start < part.end || start == end && start >= from && start < to
    return isWithin ? part : nil
  }
}
