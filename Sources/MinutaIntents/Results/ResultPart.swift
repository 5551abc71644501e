import JSONText

/// A part of results, plans and events.
protocol ResultPart: Codable, Sendable {}

extension ResultPart {
  /// The part as JSON; null if a number in it can't be written in JSON.
  var json: JSONValue { (try? JSONValue(encoding: self)) ?? .null }
}
