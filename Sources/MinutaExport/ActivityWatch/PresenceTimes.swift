import Foundation
import MinutaCore

/// The times in which the keyboard or the mouse was used.
struct PresenceTimes {
  private var times: [(range: ClosedRange<Int>, line: Int)] = []

  /// The longest gap in seconds that doesn't separate two records.
  private static let longestGap = 300

  /// Adds a time in seconds since 1970.
  mutating func add(_ range: ClosedRange<Int>, line: Int) {
    times.append((range, line))
  }

  /// The records of the merged times, sorted by start.
  ///
  /// The id of a record depends on its start only, because the last record of an export can be longer
  /// in the next one.
  var items: [ImportedItem] {
    var merged: [(range: ClosedRange<Int>, line: Int)] = []
    for time in times.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = merged.last?.range, time.range.lowerBound - last.upperBound <= Self.longestGap {
        let end = max(last.upperBound, time.range.upperBound)
        merged[merged.count - 1].range = last.lowerBound...end
      } else {
        merged.append(time)
      }
    }
    return merged.filter { !$0.range.isZeroLength }.map { range, line in
      let start = Date(timeIntervalSince1970: Double(range.lowerBound))
      return .record(
        ImportedRecord(
          line: line,
          id: "not-afk \(Timestamp.text(start))",
          time: .interval(.utc(range.lowerBound), .utc(range.upperBound))
        )
      )
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var isZeroLength: Bool { lowerBound == upperBound }
}
