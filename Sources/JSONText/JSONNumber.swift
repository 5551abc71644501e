/// A number as its text has it, so that `1`, `1.0` and `9007199254740993` stay what they are.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number as JSON writes it.
  public let text: String

  /// Makes a whole number.
  public init(_ value: Int) {
    text = String(value)
  }

  /// Makes the shortest number that reads as `value`; nil for what JSON cannot write.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let shortest = value.description
    text = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  /// Takes text that is known to be a JSON number.
  init(unchecked text: String) {
    self.text = text
  }

  /// The value, where it is whole and fits; `1.0` and `1e2` are whole.
  public var integer: Int? { Int(text) ?? JSONDecimal(text).integer }

  /// Whether the value is whole, of any size.
  public var isInteger: Bool { Int(text) != nil || JSONDecimal(text).isWhole }

  /// The nearest binary number; infinite where it is too large.
  public var double: Double { Double(text) ?? .infinity }

  /// The number as JSON writes it.
  public var description: String { text }
}
