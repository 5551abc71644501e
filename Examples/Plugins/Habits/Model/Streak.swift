/// How many days in a row a habit was done.
struct Streak: Sendable, Equatable {
  /// How the row stands today.
  enum Status: String, Sendable, CaseIterable {
    /// Today is done.
    case doneToday
    /// Yesterday was done, and today can be.
    case dueToday
    /// There is none to go on with.
    case broken
    /// The habit is archived; the row is as it was then.
    case archived
  }

  let status: Status
  /// Days up to today, or up to yesterday where today is open.
  let current: Int
  /// Days of the longest row.
  let longest: Int

  init(of habit: Habit, today: Day, in calendar: DayCalendar) {
    var last = today
    if let date = habit.archivedAt { last = min(today, calendar.day(of: date)) }
    let yesterday = calendar.day(before: last)
    var (longest, row, current) = (0, 0, 0)
    var previous: Day?
    for day in habit.completions.sorted() {
      row = previous == calendar.day(before: day) ? row + 1 : 1
      longest = max(longest, row)
      if day == last || day == yesterday { current = row }
      previous = day
    }
    let isResting = if case .archived = habit.state { true } else { false }
    let isKept = habit.completions.contains(last)
    status = isResting ? .archived : isKept ? .doneToday : current > 0 ? .dueToday : .broken
    self.current = current
    self.longest = longest
  }
}
