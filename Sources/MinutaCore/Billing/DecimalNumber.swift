/// An exact decimal number that isn't negative, such as 85.125.
///
/// Rates and amounts are decimal, because binary floating point can't represent a cent.
package struct DecimalNumber: Sendable, Hashable {
  /// The value in units of the last decimal place: 85125 for 85.125.
  package let units: Int
  /// The number of decimal places.
  package let places: Int

  package init(units: Int, places: Int) {
    self.units = units
    self.places = places
  }

  /// Parses digits with an optional fraction; zeros at its end are dropped.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of decimal places.
  ///   - digits: the maximum number of digits before the point. The default is that of rates and
  ///     percentages, so that no product or sum overflows.
  package init?(_ text: some StringProtocol, places limit: Int = 4, digits: Int = 7) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard isNumber, let whole = parts.first, whole.count <= digits else { return nil }
    var fraction = parts.count > 1 ? String(parts[1]) : ""
    while fraction.last == "0" { fraction.removeLast() }
    guard fraction.count <= limit, let units = Int(whole + fraction) else { return nil }
    self.init(units: units, places: fraction.count)
  }

  /// Returns the quotient of two whole numbers, rounded half up to some decimal places.
  package static func rounded(
    _ numerator: Int128,
    over denominator: Int128,
    places: Int
  ) -> DecimalNumber {
    let scaled = numerator * Int128(powerOfTen(places))
    let units = (scaled * 2 + denominator) / (denominator * 2)
    return DecimalNumber(units: Int(clamping: units), places: places)
  }

  /// Returns the price of a time at this rate per hour, rounded half up.
  package func price(ofSeconds seconds: Int, places: Int) -> DecimalNumber {
    let denominator = 3600 * Int128(Self.powerOfTen(self.places))
    return .rounded(Int128(units) * Int128(seconds), over: denominator, places: places)
  }

  /// Returns this percentage of an amount, in the amount's places and rounded half up.
  package func percentage(of amount: DecimalNumber) -> DecimalNumber {
    let denominator = 100 * Int128(Self.powerOfTen(places)) * Int128(Self.powerOfTen(amount.places))
    return .rounded(
      Int128(units) * Int128(amount.units),
      over: denominator,
      places: amount.places
    )
  }

  /// Returns the sum of amounts that have the same decimal places.
  package static func sum(_ amounts: [DecimalNumber], places: Int) -> DecimalNumber {
    DecimalNumber(units: amounts.reduce(0) { $0 + $1.units }, places: places)
  }

  /// The number as text, such as `85.125`.
  package var text: String { text(places: places) }

  /// Returns the number as text with at least the given decimal places, such as `85.50`.
  package func text(places minimum: Int) -> String {
    let divisor = Self.powerOfTen(places)
    let whole = String(units / divisor)
    let fraction = places == 0 ? "" : (units % divisor).padded(to: places)
    let padding = String(repeating: "0", count: max(0, minimum - places))
    return fraction.isEmpty && padding.isEmpty ? whole : "\(whole).\(fraction)\(padding)"
  }

  private static func powerOfTen(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension DecimalNumber: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let places = text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
    guard places <= 4, let number = DecimalNumber(text, digits: 14) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a decimal")
    }
    self = number.widened(to: places)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Returns the same value with more decimal places.
  private func widened(to places: Int) -> DecimalNumber {
    let factor = Self.powerOfTen(max(0, places - self.places))
    return DecimalNumber(units: units * factor, places: max(places, self.places))
  }
}
