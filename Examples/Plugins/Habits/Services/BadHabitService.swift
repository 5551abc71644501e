import Foundation

/// The rules of bad habits, over a storage, with days and ids from outside.
actor BadHabitService: BadHabitTracking {
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

  func create(_ name: String, in area: String?, now: Date) async throws -> BadHabitReport {
    let (id, calendar) = (makeID(), calendar)
    return try await storage.active.change { book in
      let areaID = try area.map { text in book.areas[try book.areas.place(of: text)].id }
      let name = try book.badHabits.newName(name)
      let badHabit = BadHabit(id: id, name: name, areaID: areaID, createdAt: now)
      book.badHabits.append(badHabit)
      return BadHabitReport(badHabit, in: book, now, calendar)
    }
  }

  func rename(_ badHabit: String, to name: String, now: Date) async throws -> BadHabitReport {
    try await storage.active.change { [calendar] book in
      let place = try book.badHabits.place(of: badHabit)
      book.badHabits[place].name = try book.badHabits.newName(name, for: book.badHabits[place].id)
      return BadHabitReport(book.badHabits[place], in: book, now, calendar)
    }
  }

  func delete(_ badHabit: String, isConfirmed: Bool, now: Date) async throws -> BadHabitReport {
    try await storage.active.change { [calendar] book in
      let deleted = book.badHabits.remove(at: try book.badHabits.place(of: badHabit))
      if !isConfirmed, !deleted.slips.isEmpty {
        throw HabitsError.notConfirmed(.badHabit, deleted.name, entries: deleted.slips.count)
      }
      return BadHabitReport(deleted, in: book, now, calendar)
    }
  }

  func slip(
    into badHabit: String,
    at date: Date?,
    note: String?,
    now: Date
  ) async throws -> (slip: Slip, report: BadHabitReport) {
    let slip = Slip(id: makeID(), date: date ?? now, note: note)
    return try await storage.active.change { [calendar] book in
      let place = try book.badHabits.place(of: badHabit)
      if slip.date > now { throw HabitsError.timeInFuture(slip.date) }
      book.badHabits[place].slips.append(slip)
      return (slip, BadHabitReport(book.badHabits[place], in: book, now, calendar))
    }
  }

  func list(now: Date) async throws -> [BadHabitReport] {
    let book = try await storage.active.read()
    return book.badHabits.inOrderOfNames.map { BadHabitReport($0, in: book, now, calendar) }
  }
}

extension BadHabitReport {
  fileprivate init(_ badHabit: BadHabit, in book: Book, _ now: Date, _ calendar: DayCalendar) {
    self.badHabit = badHabit
    area = book.areas.first { $0.id == badHabit.areaID }
    let last = badHabit.slips.map(\.date).max()
    lastSlip = last.map(calendar.day)
    cleanDays = calendar.days(from: last ?? badHabit.createdAt, to: now)
  }
}
