/// Where the columns of a segment lie, for so many rows.
///
/// What a summary reads comes first: 16 bytes a row of 44.
struct SegmentLayout {
  let rows: Int

  var starts: Int { 0 }
  var lengths: Int { 8 * rows }
  var tags: Int { 12 * rows }
  var stamps: Int { 16 * rows }
  var ids: Int { 24 * rows }
  var order: Int { 40 * rows }
  /// What few rows have: a multiple of 8.
  var extras: Int { (44 * rows + 7) / 8 * 8 }

  /// The length of a running timer.
  static let running = UInt32.max
  /// The length where the end stands in the rest.
  static let explicitEnd = UInt32.max - 1

  /// A tag's number in the rest stands in the lower bits of a word.
  static let noTag: UInt32 = 0x1FFF_FFFF
  static let duplicateBit: UInt32 = 0x8000_0000
  static let nameShift: UInt32 = 29
}

/// A segment's parts, each with a sum of its own, so that only what is read is looked through.
enum SegmentPart: Int, CaseIterable {
  case times
  case stamps
  case ids
  case extras

  func bounds(_ layout: SegmentLayout, extras: Int) -> Range<Int> {
    switch self {
    case .times: 0..<layout.stamps
    case .stamps: layout.stamps..<layout.ids
    case .ids: layout.ids..<layout.extras
    case .extras: layout.extras..<layout.extras + extras
    }
  }
}
