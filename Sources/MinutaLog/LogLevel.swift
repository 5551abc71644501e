/// The severity of a log message, in ascending order.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
  case debug
  case info
  case error

  package static func < (first: LogLevel, second: LogLevel) -> Bool {
    first.weight < second.weight
  }

  private var weight: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .error: 2
    }
  }
}
