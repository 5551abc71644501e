/// A record reduced to integers, so that many records can be filtered and summed up fast.
///
/// Times are in seconds since 1970. Tags, time zones and comments are positions in the arrays of a
/// `RowLookupTable`.
package struct RecordRow: Sendable, Hashable {
  package var start: Int
  /// The end of the record, never before its start.
  ///
  /// For a running timer, this is the time of the call.
  package var end: Int
  /// The position of the tag in the lookup table, or 0 for no tag.
  package var tag: Int32
  /// The position of the time zone in the lookup table, or 0 if it is unknown.
  package var zone: Int32
  /// The position of the comment in the lookup table.
  ///
  /// It is 0 if there is no comment, or if comments weren't requested.
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

  /// Returns the part of the record that lies in a range, or nil if there is none.
  ///
  /// A record of zero length counts if its start lies in the range.
  @inline(__always)
  func part(from: Int, to: Int) -> (start: Int, end: Int)? {
    let part = (start: max(start, from), end: min(end, to))
    let isWithin = part.start < part.end || start == end && start >= from && start < to
    return isWithin ? part : nil
  }
}
