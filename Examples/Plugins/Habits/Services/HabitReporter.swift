import Foundation

/// Tells how habits stand on the day of a call.
struct HabitReporter: Sendable {
  let calendar: DayCalendar
  let today: Day

  init(calendar: DayCalendar, now: Date) {
    self.calendar = calendar
    today = calendar.day(of: now)
  }

  /// A day that is not yet to come; today where none is named.
  func past(_ day: Day?) throws(HabitsError) -> Day {
    let day = day ?? today
    if day > today { throw .dayInFuture(day) }
    return day
  }

  func report(on habit: Habit, in book: Book) -> HabitReport {
    HabitReport(
      habit: habit,
      area: book.areas.first { $0.id == habit.areaID },
      streak: Streak(of: habit, today: today, in: calendar),
      isDone: habit.completions.contains(today)
    )
  }
}

extension Array where Element: Named {
  /// The same in every locale; two of one name by their ids.
  var inOrderOfNames: [Element] {
    sorted { first, second in
      let names = [first, second].map { $0.name.uppercased().lowercased() }
      return (names[0], first.name, first.id.uuidString)
        < (names[1], second.name, second.id.uuidString)
    }
  }
}
