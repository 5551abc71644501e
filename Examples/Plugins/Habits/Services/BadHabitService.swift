import Foundation

/// Performs the operations on bad habits in a storage.
///
/// The caller provides the calendar and the ids of new items, so that tests can predict them.
actor BadHabitService: BadHabitManaging {
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
    return try await storage.active.change { data in
      let areaID = try area.map { text in data.areas[try data.areas.index(matching: text)].id }
      let name = try data.badHabits.uniqueName(name)
      let badHabit = BadHabit(id: id, name: name, areaID: areaID, createdAt: now)
      data.badHabits.append(badHabit)
      return BadHabitReport(badHabit, in: data, now, calendar)
    }
  }

  func rename(_ badHabit: String, to name: String, now: Date) async throws -> BadHabitReport {
    try await storage.active.change { [calendar] data in
      let index = try data.badHabits.index(matching: badHabit)
      data.badHabits[index].name = try data.badHabits.uniqueName(
        name,
        excluding: data.badHabits[index].id
      )
      return BadHabitReport(data.badHabits[index], in: data, now, calendar)
    }
  }

  func delete(_ badHabit: String, isConfirmed: Bool, now: Date) async throws -> BadHabitReport {
    try await storage.active.change { [calendar] data in
      let deleted = data.badHabits.remove(at: try data.badHabits.index(matching: badHabit))
      if !isConfirmed, !deleted.slips.isEmpty {
        throw HabitsError.notConfirmed(.badHabit, deleted.name, entries: deleted.slips.count)
      }
      return BadHabitReport(deleted, in: data, now, calendar)
    }
  }

  func logSlip(
    for badHabit: String,
    at date: Date?,
    note: String?,
    now: Date
  ) async throws -> (slip: BadHabitSlip, report: BadHabitReport) {
    let slip = BadHabitSlip(id: makeID(), date: date ?? now, note: note)
    return try await storage.active.change { [calendar] data in
      let index = try data.badHabits.index(matching: badHabit)
      if slip.date > now { throw HabitsError.timeInFuture(slip.date) }
      data.badHabits[index].slips.append(slip)
      return (slip, BadHabitReport(data.badHabits[index], in: data, now, calendar))
    }
  }

  func list(now: Date) async throws -> [BadHabitReport] {
    let data = try await storage.active.read()
    return data.badHabits.sortedByName.map { BadHabitReport($0, in: data, now, calendar) }
  }
}

extension BadHabitReport {
  fileprivate init(_ badHabit: BadHabit, in data: HabitData, _ now: Date, _ calendar: DayCalendar) {
    self.badHabit = badHabit
    area = data.areas.first { $0.id == badHabit.areaID }
    let last = badHabit.slips.map(\.date).max()
    lastSlip = last.map(calendar.day)
    cleanDays = calendar.days(from: last ?? badHabit.createdAt, to: now)
  }
}
