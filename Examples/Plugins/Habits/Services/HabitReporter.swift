import Foundation

/// Creates reports on habits as of the day of a call.
struct HabitReporter: Sendable {
  let calendar: DayCalendar
  let today: Day

  init(calendar: DayCalendar, now: Date) {
    self.calendar = calendar
    today = calendar.day(of: now)
  }

  /// Returns the day, or today if it is nil; throws if the day is in the future.
  func validatedDay(_ day: Day?) throws(HabitsError) -> Day {
    let day = day ?? today
    if day > today { throw .dayInFuture(day) }
    return day
  }

  func report(on habit: Habit, in data: HabitData) -> HabitReport {
    HabitReport(
      habit: habit,
      area: data.areas.first { $0.id == habit.areaID },
      streak: Streak(of: habit, today: today, in: calendar),
      isDone: habit.completions.contains(today)
    )
  }
}

extension Array where Element: NamedEntity {
  /// The items sorted by name, ignoring case; the order doesn't depend on the locale.
  ///
  /// Items with equal names are sorted by id.
  var sortedByName: [Element] {
    sorted { first, second in
      let names = [first, second].map { $0.name.uppercased().lowercased() }
      return (names[0], first.name, first.id.uuidString)
        < (names[1], second.name, second.id.uuidString)
    }
  }
}
