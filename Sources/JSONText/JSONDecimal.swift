/// The exact value of a number's text: its significant digits times a power of ten.
///
/// Two texts with the same value have equal parts.
struct JSONDecimal {
  let isNegative: Bool
  /// The digits without leading and trailing zeros; empty for zero.
  let digits: Substring
  /// The power of ten of the last digit.
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
  /// It is clamped so that later sums can't overflow.
  private static func power(_ text: Substring?) -> Int {
    guard let text else { return 0 }
    let limit = Int.max / 4
    return Int(text).map { min(max($0, -limit), limit) } ?? (text.hasPrefix("-") ? -limit : limit)
  }

  var isWhole: Bool { exponent >= 0 }

  /// The value; nil if it isn't whole or doesn't fit into `Int`.
  var integer: Int? {
    guard isWhole, digits.utf8.count + exponent < 20 else { return nil }
    let sign = isNegative ? "-" : "+"
    return Int(sign + (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: exponent))
  }

  /// The canonical text: equal values have the same text.
  var text: String {
    let sign = isNegative ? "-" : ""
    if digits.isEmpty { return "0" }
    return exponent == 0 ? sign + digits : "\(sign)\(digits)e\(exponent)"
  }
}
