import Foundation

/// Sums spans up by tag alone, in whole seconds: what `Aggregation` tells of them, for a million.
struct TagTotals {
  private let range: TimeRange
  private let from: Int64
  private let to: Int64
  private(set) var totalSeconds = 0
  private var wallSeconds = 0
  private var coveredTo = Int64.min
  /// By tag number, with the untagged first.
  private var seconds = [0]
  private var records = [0]

  init(range: TimeRange) {
    self.range = range
    from = range.from.map { Int64($0.wholeSeconds) } ?? .min
    to = range.to.map { Int64($0.wholeSeconds) } ?? .max
  }

  /// Adds a span that has a part in the range; they come in the order of their starts.
  mutating func add(_ span: RecordSpan) {
    let start = max(span.start, from)
    let end = max(start, min(span.end, to))
    let length = Int(end &- start)
    totalSeconds &+= length
    let wallStart = max(start, coveredTo)
    if wallStart < end { wallSeconds &+= Int(end &- wallStart) }
    coveredTo = max(coveredTo, end)
    let group = Int(span.tag) &+ 1
    if group >= seconds.count { grow(to: group) }
    seconds[group] &+= length
    records[group] &+= 1
  }

  private mutating func grow(to group: Int) {
    let missing = Array(repeating: 0, count: group + 1 - seconds.count)
    seconds += missing
    records += missing
  }

  func summary(tags: [UUID], names: [UUID: String], _ isGrouped: Bool) -> Summary {
    var found: [SummaryGroup] = []
    for index in seconds.indices where isGrouped && records[index] > 0 {
      let tag = index == 0 ? nil : tags[index - 1]
      found.append(
        SummaryGroup(
          key: .tag(tag),
          seconds: seconds[index],
          records: records[index],
          groups: nil
        )
      )
    }
    return Summary(
      range: range,
      totalSeconds: totalSeconds,
      wallSeconds: wallSeconds,
      groups: found.sorted { Self.isBefore($0, $1, names) }
    )
  }

  private static func isBefore(
    _ first: SummaryGroup,
    _ second: SummaryGroup,
    _ names: [UUID: String]
  ) -> Bool {
    guard case .tag(let one?) = first.key else { return false }
    guard case .tag(let other?) = second.key else { return true }
    if first.seconds != second.seconds { return first.seconds > second.seconds }
    let (oneName, otherName) = (names[one] ?? "", names[other] ?? "")
    return oneName == otherName ? one.uuidString < other.uuidString : oneName < otherName
  }
}
