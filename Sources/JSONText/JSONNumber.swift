/// A JSON number that preserves its text, so that `1`, `1.0` and `9007199254740993` don't change.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number's JSON text.
  public let text: String

  /// Creates a whole number.
  public init(_ value: Int) {
    text = String(value)
  }

  /// Creates the shortest number that parses to `value`; nil for infinity and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let shortest = value.description
    text = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  /// Creates a number from text that is known to be valid JSON.
  init(unchecked text: String) {
    self.text = text
  }

  /// The value as an `Int`; nil if it isn't whole or doesn't fit.
  ///
  /// `1.0` and `1e2` are whole.
  public var integer: Int? { Int(text) ?? JSONDecimal(text).integer }

  /// Whether the value is whole, regardless of its size.
  public var isInteger: Bool { Int(text) != nil || JSONDecimal(text).isWhole }

  /// The nearest `Double`; infinite if the value is too large.
  public var double: Double { Double(text) ?? .infinity }

  /// The number's JSON text.
  public var description: String { text }
}
