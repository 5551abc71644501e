import IntentKit
import JSONText

/// A drawing of a result in place of a table; a definition chooses it by the member `view` of its rows.
protocol ResultView: Sendable {
  static var name: String { get }

  /// Returns the lines of the drawing.
  ///
  /// - Throws: `DecodingError` if the result doesn't have the members that are drawn.
  static func lines(of result: IntentResult, on console: Console) throws -> [String]
}

enum ResultViews {
  /// The drawings in alphabetical order.
  static let all: [any ResultView.Type] = [DaysView.self, HistoryView.self, SummaryView.self]
}

extension IntentResult {
  /// Returns the value as a type; it is decoded if it came from another process or a stored call.
  func decoded<Value: Decodable>() throws -> Value {
    try typed?.value as? Value ?? JSONValue.object(value).decode()
  }
}
