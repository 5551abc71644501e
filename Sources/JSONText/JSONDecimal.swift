/// The exact value of a JSON number: its sign, its significant digits and a power of ten.
///
/// Numbers of the same value, such as `1` and `1.0`, have equal properties.
struct JSONDecimal {
  let isNegative: Bool
  /// The significant digits, without leading and trailing zeros; empty for zero.
  let digits: Substring
  /// The power of ten by which `digits`, as a whole number, is multiplied.
  let exponent: Int

  init(_ text: String) {
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    let mantissa = parts[0].drop { $0 == "-" }
    let fraction = mantissa.split(separator: ".").dropFirst().first ?? ""
    var digits = Substring(mantissa.filter { $0 != "." }).drop { $0 == "0" }
    let length = digits.utf8.count
    while digits.last == "0" { digits.removeLast() }
    self.digits = digits
    isNegative = text.hasPrefix("-") && !digits.isEmpty
    exponent =
      digits.isEmpty
      ? 0 : Self.power(parts.dropFirst().first) - fraction.utf8.count + length - digits.utf8.count
  }

  /// Parses the exponent after the `e`.
  ///
  /// A huge exponent is replaced by a smaller limit, so that later additions can't overflow.
  private static func power(_ text: Substring?) -> Int {
    guard let text else { return 0 }
    let limit = Int.max / 4
    return Int(text).map { min(max($0, -limit), limit) } ?? (text.hasPrefix("-") ? -limit : limit)
  }

  var isWhole: Bool { exponent >= 0 }

  /// The value as an `Int`; nil if it isn't whole or doesn't fit.
  var integer: Int? {
    guard isWhole, digits.utf8.count + exponent < 20 else { return nil }
    let sign = isNegative ? "-" : "+"
    return Int(sign + (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: exponent))
  }

  /// The canonical text, which is the same for all numbers of the same value.
  var text: String {
    let sign = isNegative ? "-" : ""
    if digits.isEmpty { return "0" }
    return exponent == 0 ? sign + digits : "\(sign)\(digits)e\(exponent)"
  }
}
