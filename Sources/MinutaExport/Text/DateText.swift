package import MinutaCore

/// A date as a file states it, such as `2024-05-17`, `17.05.2024` or `5/17/24`.
package struct DateText: Sendable, Equatable {
  private let numbers: [Int]
  /// The order of the numbers; nil if the text doesn't show whether the day or the month is first.
  package let order: DateOrder?

  /// Reads a date; nil if the text isn't one.
  package init?(_ text: some StringProtocol) {
    let marks = text.utf8.filter { !(0x30...0x39 ~= $0) }
    guard marks.count == 2, marks[0] == marks[1], "-/.".utf8.contains(marks[0]) else { return nil }
    let parts = text.utf8.split(separator: marks[0], omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ 1...4 ~= $0.count }) else { return nil }
    numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    // A year of four digits isn't before 100.
    guard zip(parts, numbers).allSatisfy({ $0.count <= 2 || $1 >= 100 }) else { return nil }
    let isShort = parts.map { $0.count <= 2 }
    switch (isShort[0], isShort[1], isShort[2]) {
    case (false, true, true): order = .yearMonthDay
    case (true, true, _) where isShort[2] || parts[2].count == 4:
      order = marks[0] == UInt8(ascii: ".") ? .dayMonthYear : nil
    default: return nil
    }
  }

  /// Returns the date if its numbers have this order; nil if there is no such date.
  package func date(_ order: DateOrder) -> CivilTime? {
    let (year, month, day) =
      switch order {
      case .dayMonthYear: (numbers[2], numbers[1], numbers[0])
      case .monthDayYear: (numbers[2], numbers[0], numbers[1])
      case .yearMonthDay: (numbers[0], numbers[1], numbers[2])
      }
    return CivilTime(year: year < 100 ? year + 2000 : year, month: month, day: day)
  }
}
