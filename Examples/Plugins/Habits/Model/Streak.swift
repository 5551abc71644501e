/// The current and the longest streak of a habit: days in a row on which it was completed.
struct Streak: Sendable, Equatable {
  /// The state of the current streak today.
  enum Status: String, Sendable, CaseIterable {
    /// The habit was completed today.
    case doneToday
    /// The habit was completed yesterday, but not yet today.
    case dueToday
    /// The habit was completed neither today nor yesterday.
    case broken
    /// The habit is archived; the streak no longer changes.
    case archived
  }

  let status: Status
  /// The length of the current streak in days.
  ///
  /// It counts up to today, or up to yesterday if the habit is not completed yet today.
  let current: Int
  /// The length of the longest streak in days.
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
