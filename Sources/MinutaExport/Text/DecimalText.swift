/// Reads numbers as they are written in different languages.
package enum DecimalText {
  /// Returns the value of a number such as `0.25`, `0,25`, `1.234,50`, `1,234.50` or `1 234,5`.
  ///
  /// A single comma or point is the decimal mark.
  package static func value(_ text: String) -> Double? {
    let text = text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard
      digits.contains(where: \.isASCIIDigit),
      digits.allSatisfy({ $0.isASCIIDigit || $0 == "." || $0 == "," })
    else { return nil }
    let marks = digits.filter { !$0.isASCIIDigit }
    var decimals: Substring = ""
    var whole = digits
    if let last = marks.last, marks.filter({ $0 == last }).count == 1 {
      let parts = digits.split(separator: last, omittingEmptySubsequences: false)
      (whole, decimals) = (parts[0], parts[1])
    }
    guard let number = grouped(whole), let value = Double("\(number).\(decimals)0") else {
      return nil
    }
    return text.hasPrefix("-") ? -value : value
  }

  /// Returns the digits of a whole number, whose groups of three may be separated.
  private static func grouped(_ text: Substring) -> String? {
    let groups = text.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }
    guard
      groups.count == 1
        || (1...3 ~= groups[0].count && groups.dropFirst().allSatisfy { $0.count == 3 })
    else { return nil }
    return groups.joined().isEmpty ? "0" : groups.joined()
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
