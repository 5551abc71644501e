/// What a number's text is worth, exactly: its significant digits times a power of ten.
///
/// Two texts that are worth the same have the same parts.
struct JSONDecimal {
  let isNegative: Bool
  /// The digits without zeros at either end; none for zero.
  let digits: Substring
  /// The power of ten that the last digit counts.
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

  /// The power after the `e`; one beyond all reckoning is cut, so that sums of it still fit.
  private static func power(_ text: Substring?) -> Int {
    guard let text else { return 0 }
    let limit = Int.max / 4
    return Int(text).map { min(max($0, -limit), limit) } ?? (text.hasPrefix("-") ? -limit : limit)
  }

  var isWhole: Bool { exponent >= 0 }

  /// The value, where it is whole and fits.
  var integer: Int? {
    guard isWhole, digits.utf8.count + exponent < 20 else { return nil }
    let sign = isNegative ? "-" : "+"
    return Int(sign + (digits.isEmpty ? "0" : digits) + String(repeating: "0", count: exponent))
  }

  /// The one text for what it is worth.
  var text: String {
    let sign = isNegative ? "-" : ""
    if digits.isEmpty { return "0" }
    return exponent == 0 ? sign + digits : "\(sign)\(digits)e\(exponent)"
  }
}
