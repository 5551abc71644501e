/// The minimum level of the messages to log, for each category.
///
/// A category without a level is not logged.
package struct LogFilter: Sendable, Equatable {
  private var levels: [LogCategory: LogLevel] = [:]

  package init() {}

  /// Parses one level for all categories, or a level per category.
  ///
  /// - Parameter text: For example `info`, `storage=debug` or `info,storage=debug`; later entries
  ///   win.
  /// - Throws: `LogFilterError` with the first invalid entry.
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

/// The error for an entry of a log filter that is neither a level nor `category=level`.
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
