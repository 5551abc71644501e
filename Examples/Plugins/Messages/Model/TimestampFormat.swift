import Foundation

/// Converts times in files and results: RFC 3339, UTC, whole seconds.
enum TimestampFormat {
  static func text(_ date: Date) -> String { date.formatted(.iso8601) }

  static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
}
