/// A day of the week; its number counts from Monday.
package enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  /// The day of the week of a day that is counted from 1970-01-01.
  init(ofDay day: Int) {
    // That day was a Thursday.
    let number = day + 3 - (day + 3).flooredQuotient(by: 7) * 7
    self = Self(rawValue: number) ?? .monday
  }

  /// How many days after another it comes.
  func days(after other: Weekday) -> Int { (rawValue - other.rawValue + 7) % 7 }

  /// `Monday`.
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
