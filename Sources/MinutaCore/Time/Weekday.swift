/// A day of the week, numbered from Monday.
package enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  /// Creates the weekday of a day, which is given in days since 1970-01-01.
  package init(ofDay day: Int) {
    // 1970-01-01 was a Thursday, so day 0 must result in 3 (Monday is 0).
    let number = day + 3 - (day + 3).flooredQuotient(by: 7) * 7
    self = Self(rawValue: number) ?? .monday
  }

  /// Returns how many days this weekday comes after `other`, from 0 to 6.
  func days(after other: Weekday) -> Int { (rawValue - other.rawValue + 7) % 7 }

  /// Creates the weekday with a name in lower case, or with the first letters of it: `mon`, `thurs`.
  init?(text: String) {
    guard
      let weekday = Self.allCases.first(where: { weekday in
        let name = weekday.name.lowercased()
        return name == text || 3...5 ~= text.count && name.hasPrefix(text)
      })
    else { return nil }
    self = weekday
  }

  /// The English name of the weekday, such as `Monday`.
  package var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}
