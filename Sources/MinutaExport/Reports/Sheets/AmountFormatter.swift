import Foundation
package import MinutaCore

/// Formats amounts and hours in the language of the reader, with all their digits.
package struct AmountFormatter: Sendable {
  private let decimalSeparator: String
  private let groupingSeparator: String

  /// Creates a formatter.
  ///
  /// - Parameter locale: the language, such as `de_DE`.
  package init(_ locale: String) {
    let locale = Locale(identifier: locale)
    let separators = (locale.decimalSeparator ?? ".", locale.groupingSeparator ?? ",")
    // The digits are Latin, so those of Arabic numbers don't fit.
    (decimalSeparator, groupingSeparator) = separators.0 == "٫" ? (".", ",") : separators
  }

  /// Returns a number with at least the given decimal places, such as `1,234.50`.
  package func text(_ number: DecimalNumber, places: Int = 0) -> String {
    let parts = number.text(places: places).split(separator: ".")
    var groups: [Substring] = []
    var digits = parts[0]
    while !digits.isEmpty {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    let whole = groups.joined(separator: groupingSeparator)
    return parts.count > 1 ? "\(whole)\(decimalSeparator)\(parts[1])" : whole
  }

  /// Rounds seconds to hours with two decimal places.
  static let hundredths = Rounding(.nearest, to: 36, per: .day)

  /// Returns times in seconds that have two decimal places in hours, and add up to their sum.
  static func printedHours(_ seconds: [Int]) -> [Int] {
    hundredths.spread(seconds)
  }

  /// Returns hours with two decimal places, such as `7.75`; a negative number begins with a minus.
  package func hours(_ seconds: Int) -> String {
    let hours = DecimalNumber.rounded(Int128(abs(seconds)), over: 3600, places: 2)
    return (seconds < 0 && hours.units > 0 ? "−" : "") + text(hours)
  }

  /// Returns hours and minutes, such as `7:45`; seconds follow unless they are zero.
  package static func clock(_ seconds: Int) -> String {
    DurationText.shortClock(seconds, minus: "−")
  }
}
