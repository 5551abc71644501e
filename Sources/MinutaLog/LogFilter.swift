/// The least level that is logged, by category; nil for a category that is not logged.
package struct LogFilter: Sendable, Equatable {
  private var levels: [LogCategory: LogLevel] = [:]

  package init() {}

  /// Reads a level for all categories, or levels by category.
  ///
  /// - Parameter text: `info`, `storage=debug`, or several of these after commas; a later one counts.
  /// - Throws: `LogFilterError`, which names the first part that is neither.
  package init(_ text: String) throws(LogFilterError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let names = part.split(separator: "=", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      guard let level = names.last.flatMap(LogLevel.init), names.count <= 2 else {
        throw LogFilterError(part: String(part).trimmed)
      }
      if names.count == 1 {
        for category in LogCategory.allCases { levels[category] = level }
      } else if let category = LogCategory(rawValue: names[0]) {
        levels[category] = level
      } else {
        throw LogFilterError(part: String(part).trimmed)
      }
    }
  }

  package func accepts(_ level: LogLevel, in category: LogCategory) -> Bool {
    levels[category].map { level >= $0 } ?? false
  }
}

/// A part of a log filter that is neither a level nor a category with its level.
package struct LogFilterError: Error, Equatable {
  package let part: String

  package init(part: String) {
    self.part = part
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
