/// The working time of a day, whose records are added in the order of their starts.
struct WorkDay {
  /// The first start and the last end, in seconds.
  private(set) var bounds: Range<Int>
  private(set) var seconds = 0
  /// The time between the records.
  private(set) var breaks = 0

  /// Creates a day whose first record starts at a time.
  init(start: Int) {
    bounds = start..<start
  }

  /// Adds a record's part of the day.
  ///
  /// - Parameter rounding: the difference that rounding makes to its time.
  mutating func add(_ range: Range<Int>, rounding: Int = 0) {
    breaks += max(0, range.lowerBound - bounds.upperBound)
    bounds = bounds.lowerBound..<max(bounds.upperBound, range.upperBound)
    seconds += range.count + rounding
  }
}
