import Foundation
import Glibc
import Synchronization

/// Counts the skipped tests by the reason and prints the counts when the test process exits.
enum SkippedTests {
  private static let counts = Mutex<[String: Int]>([:])

  static func add(_ reason: String) {
    let isFirst = counts.withLock { counts in
      counts[reason, default: 0] += 1
      return counts == [reason: 1]
    }
    if isFirst { atexit { SkippedTests.printSummary() } }
  }

  /// Prints to standard error, as Swift Testing does, so that the summary comes last.
  private static func printSummary() {
    let reasons = counts.withLock { $0.sorted { ($1.value, $0.key) < ($0.value, $1.key) } }
    let lines = reasons.map { "    \($0.value) × \($0.key)\n" }
    let total = reasons.reduce(0) { $0 + $1.value }
    let text = "◇ Skipped tests: \(total)\n" + lines.joined()
    FileHandle.standardError.write(Data(text.utf8))
  }
}
