/// A log message with its structured fields.
package struct LogMessage: Sendable {
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
  }

  package typealias Fields = KeyValuePairs<String, Value>

  package let category: LogCategory
  package let level: LogLevel
  /// A sentence without a full stop.
  ///
  /// It contains no variable parts, such as a path; they are in `fields`.
  package let text: String
  package let fields: Fields

  package init(category: LogCategory, level: LogLevel, text: String, fields: Fields) {
    self.category = category
    self.level = level
    self.text = text
    self.fields = fields
  }
}

extension LogMessage.Value {
  /// Returns a field's value with a duration in whole milliseconds.
  package static func milliseconds(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    return .number(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
