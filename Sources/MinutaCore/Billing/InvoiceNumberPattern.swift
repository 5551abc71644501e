/// The form of invoice numbers, such as `{year}-{number}` for `2026-014`.
///
/// The numbers are counted from 1, and again for each year or month that the pattern contains.
package struct InvoiceNumberPattern: Sendable, Equatable {
  /// The text before and after the count, which may contain `{year}` and `{month}`.
  private let affixes: [String]

  package static let standard = InvoiceNumberPattern(affixes: ["{year}-", ""])

  private init(affixes: [String]) {
    self.affixes = affixes
  }

  /// Parses a pattern; returns nil unless it has `{number}` once and numbers of it are valid.
  package init?(_ text: String) {
    let affixes = text.split(separator: "{number}", omittingEmptySubsequences: false)
    guard affixes.count == 2 else { return nil }
    self.init(affixes: affixes.map(String.init))
    guard Self.isNumber(number(999_999_999, on: CivilTime(day: 0))) else { return nil }
  }

  /// The number of digits of a count, with zeros before it.
  private static let width = 3

  /// Whether a text can be the number of an invoice, which is also the name of its file.
  package static func isNumber(_ text: String) -> Bool {
    let isPlain = text.unicodeScalars.allSatisfy { $0.isASCII && $0.continuesLabelName }
    return isPlain && 1...64 ~= text.utf8.count
  }

  /// Returns the number after the highest of the given ones.
  package func next(after numbers: some Sequence<String>, on date: CivilTime) -> String {
    number((numbers.compactMap { count(of: $0, on: date) }.max() ?? 0) + 1, on: date)
  }

  private func number(_ count: Int, on date: CivilTime) -> String {
    let affixes = affixes(on: date)
    return affixes[0] + count.padded(to: Self.width) + affixes[1]
  }

  private func count(of number: String, on date: CivilTime) -> Int? {
    let affixes = affixes(on: date)
    guard
      number.hasPrefix(affixes[0]), number.hasSuffix(affixes[1]),
      number.count > affixes[0].count + affixes[1].count
    else { return nil }
    let digits = number.dropFirst(affixes[0].count).dropLast(affixes[1].count)
    guard digits.utf8.allSatisfy({ 48...57 ~= $0 }), digits.count <= 18 else { return nil }
    return Int(digits)
  }

  private func affixes(on date: CivilTime) -> [String] {
    affixes.map { affix in
      affix.replacing("{year}", with: date.year.padded(to: 4))
        .replacing("{month}", with: date.month.padded(to: 2))
    }
  }
}
