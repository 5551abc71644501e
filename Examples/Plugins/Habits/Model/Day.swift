/// A calendar day without a time zone.
struct Day: Sendable, Hashable, Comparable {
  let year: Int
  let month: Int
  let day: Int

  static func < (first: Day, second: Day) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }
}

extension Day: CustomStringConvertible {
  /// Parses `2026-11-20`; nil for other text and for days that don't exist.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = parts.joined().utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isPlain, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard
      1600...9999 ~= numbers[0], 1...12 ~= numbers[1],
      1...Self.days(in: numbers[1], of: numbers[0]) ~= numbers[2]
    else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The day as `2026-11-20`.
  var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }
}
