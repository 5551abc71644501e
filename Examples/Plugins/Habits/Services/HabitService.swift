import Foundation

/// The rules of habits, over a storage, with days and ids from outside.
actor HabitService: HabitTracking {
  private let storage: StorageManager
  private let calendar: DayCalendar
  private let makeID: @Sendable () -> UUID

  init(
    storage: StorageManager,
    calendar: DayCalendar,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.storage = storage
    self.calendar = calendar
    self.makeID = makeID
  }

  func create(_ name: String, in area: String?, now: Date) async throws -> HabitReport {
    let id = makeID()
    return try await change(now) { book, reporter in
      let areaID = try area.map { text in book.areas[try book.areas.place(of: text)].id }
      let name = try book.habits.newName(name)
      let habit = Habit(id: id, name: name, areaID: areaID, createdAt: now)
      book.habits.append(habit)
      return reporter.report(on: habit, in: book)
    }
  }

  func rename(_ habit: String, to name: String, now: Date) async throws -> HabitReport {
    try await change(now) { book, reporter in
      let place = try book.habits.place(of: habit)
      book.habits[place].name = try book.habits.newName(name, for: book.habits[place].id)
      return reporter.report(on: book.habits[place], in: book)
    }
  }

  func move(_ habit: String, to area: String?, now: Date) async throws -> HabitReport {
    try await change(now) { book, reporter in
      let place = try book.habits.place(of: habit)
      let areaID = try area.map { text in book.areas[try book.areas.place(of: text)].id }
      book.habits[place].areaID = areaID
      return reporter.report(on: book.habits[place], in: book)
    }
  }

  func delete(_ habit: String, isConfirmed: Bool, now: Date) async throws -> HabitReport {
    try await change(now) { book, reporter in
      let deleted = book.habits.remove(at: try book.habits.place(of: habit))
      if !isConfirmed, !deleted.completions.isEmpty {
        throw HabitsError.notConfirmed(.habit, deleted.name, entries: deleted.completions.count)
      }
      return reporter.report(on: deleted, in: book)
    }
  }

  func archive(_ habit: String, _ isArchived: Bool, now: Date) async throws -> HabitChange {
    try await change(now) { book, reporter in
      let place = try book.habits.place(of: habit)
      let wasSo = (book.habits[place].state != .active) == isArchived
      if !wasSo { book.habits[place].state = isArchived ? .archived(since: now) : .active }
      let report = reporter.report(on: book.habits[place], in: book)
      return HabitChange(report: report, day: reporter.today, wasSo: wasSo)
    }
  }

  func complete(_ habit: String, on day: Day?, now: Date) async throws -> HabitChange {
    try await change(now) { book, reporter in
      let place = try book.habits.place(of: habit)
      let day = try reporter.past(day)
      guard book.habits[place].state == .active else {
        throw HabitsError.habitArchived(book.habits[place].name)
      }
      let isNew = book.habits[place].completions.insert(day).inserted
      let report = reporter.report(on: book.habits[place], in: book)
      return HabitChange(report: report, day: day, wasSo: !isNew)
    }
  }

  func undoCompletion(of habit: String, on day: Day?, now: Date) async throws -> HabitChange {
    try await change(now) { book, reporter in
      let place = try book.habits.place(of: habit)
      let day = try reporter.past(day)
      let removed = book.habits[place].completions.remove(day)
      let report = reporter.report(on: book.habits[place], in: book)
      return HabitChange(report: report, day: day, wasSo: removed == nil)
    }
  }

  func report(on habit: String, now: Date) async throws -> HabitReport {
    let book = try await storage.active.read()
    let habit = book.habits[try book.habits.place(of: habit)]
    return HabitReporter(calendar: calendar, now: now).report(on: habit, in: book)
  }

  func list(in area: String?, includingArchived: Bool, now: Date) async throws -> [HabitReport] {
    let book = try await storage.active.read()
    let areaID = try area.map { text in book.areas[try book.areas.place(of: text)].id }
    let reporter = HabitReporter(calendar: calendar, now: now)
    return book.habits.filter { habit in
      (includingArchived || habit.state == .active) && (areaID == nil || habit.areaID == areaID)
    }
    .inOrderOfNames.map { reporter.report(on: $0, in: book) }
  }

  private func change<Result: Sendable>(
    _ now: Date,
    _ body: @escaping @Sendable (inout Book, HabitReporter) throws -> Result
  ) async throws -> Result {
    let reporter = HabitReporter(calendar: calendar, now: now)
    return try await storage.active.change { book in try body(&book, reporter) }
  }
}
