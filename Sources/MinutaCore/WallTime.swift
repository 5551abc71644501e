package import Foundation

/// The time covered by stretches that come in the order of their starts.
package struct WallTime: Sendable {
  package private(set) var seconds = 0
  private var coveredTo: Date?

  package init() {}

  package mutating func add(_ start: Date, _ end: Date) {
    let from = max(start, coveredTo ?? start)
    if from < end { seconds += Int(end.timeIntervalSince(from)) }
    coveredTo = max(end, coveredTo ?? end)
  }
}
