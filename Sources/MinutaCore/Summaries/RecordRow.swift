/// What counts of a record, in small numbers.
///
/// Instants are whole seconds since the beginning of 1970. What the numbers of tags, zones and
/// comments stand for is told by a `RowLookupTable`.
package struct RecordRow: Sendable, Hashable {
  package var start: Int
  /// Not before the start; up to the call's clock for a running timer.
  package var end: Int
  /// 0 for none.
  package var tag: Int32
  /// 0 where it is not known.
  package var zone: Int32
  /// 0 for none, and where nobody asked for comments.
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

  /// What of it lies in a range; a stretch without length lies within where its instant does.
  @inline(__always)
  func part(from: Int, to: Int) -> (start: Int, end: Int)? {
    let part = (start: max(start, from), end: min(end, to))
    let isWithin = part.start < part.end || start == end && start >= from && start < to
    return isWithin ? part : nil
  }
}
