/// The byte offsets of a segment's columns.
///
/// The columns that a summary reads come first; they are 16 of the 44 bytes of each row.
struct SegmentLayout {
  let rows: Int

  var starts: Int { 0 }
  var lengths: Int { 8 * rows }
  var tags: Int { 12 * rows }
  var fingerprints: Int { 16 * rows }
  var ids: Int { 24 * rows }
  var order: Int { 40 * rows }
  /// The offset of the `SegmentMetadata`, rounded up to a multiple of 8.
  var extras: Int { (44 * rows + 7) / 8 * 8 }

  /// The value in the column of lengths that marks a running timer.
  static let running = UInt32.max
  /// The value in the column of lengths that marks a record whose end is stored in the
  /// `SegmentMetadata` instead.
  static let explicitEnd = UInt32.max - 1

  /// The tag number of a row without a tag.
  ///
  /// A tag number is the lower 29 bits of a value in the column of tags. It is an index into the
  /// table of tags in the `SegmentMetadata`.
  static let noTag: UInt32 = 0x1FFF_FFFF
  static let duplicateBit: UInt32 = 0x8000_0000
  static let nameShift: UInt32 = 29
}

/// The parts of a segment.
///
/// Each has its own checksum, so that only the parts in use are verified.
enum SegmentPart: Int, CaseIterable {
  case times
  case fingerprints
  case ids
  case extras

  func bounds(_ layout: SegmentLayout, extras: Int) -> Range<Int> {
    switch self {
    case .times: 0..<layout.fingerprints
    case .fingerprints: layout.fingerprints..<layout.ids
    case .ids: layout.ids..<layout.extras
    case .extras: layout.extras..<layout.extras + extras
    }
  }
}
