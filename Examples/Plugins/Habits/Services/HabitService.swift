import Foundation

/// Performs the operations on habits in a storage.
///
/// The caller provides the calendar and the ids of new items, so that tests can predict them.
actor HabitService: HabitManaging {
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
    return try await change(now) { data, reporter in
      let areaID = try area.map { text in data.areas[try data.areas.index(matching: text)].id }
      let name = try data.habits.uniqueName(name)
      let habit = Habit(id: id, name: name, areaID: areaID, createdAt: now)
      data.habits.append(habit)
      return reporter.report(on: habit, in: data)
    }
  }

  func rename(_ habit: String, to name: String, now: Date) async throws -> HabitReport {
    try await change(now) { data, reporter in
      let index = try data.habits.index(matching: habit)
      data.habits[index].name = try data.habits.uniqueName(name, excluding: data.habits[index].id)
      return reporter.report(on: data.habits[index], in: data)
    }
  }

  func move(_ habit: String, to area: String?, now: Date) async throws -> HabitReport {
    try await change(now) { data, reporter in
      let index = try data.habits.index(matching: habit)
      let areaID = try area.map { text in data.areas[try data.areas.index(matching: text)].id }
      data.habits[index].areaID = areaID
      return reporter.report(on: data.habits[index], in: data)
    }
  }

  func delete(_ habit: String, isConfirmed: Bool, now: Date) async throws -> HabitReport {
    try await change(now) { data, reporter in
      let deleted = data.habits.remove(at: try data.habits.index(matching: habit))
      if !isConfirmed, !deleted.completions.isEmpty {
        throw HabitsError.notConfirmed(.habit, deleted.name, entries: deleted.completions.count)
      }
      return reporter.report(on: deleted, in: data)
    }
  }

  func setArchived(_ isArchived: Bool, for habit: String, now: Date) async throws -> HabitChange {
    try await change(now) { data, reporter in
      let index = try data.habits.index(matching: habit)
      let isUnchanged = (data.habits[index].state != .active) == isArchived
      if !isUnchanged { data.habits[index].state = isArchived ? .archived(since: now) : .active }
      let report = reporter.report(on: data.habits[index], in: data)
      return HabitChange(report: report, day: reporter.today, isUnchanged: isUnchanged)
    }
  }

  func complete(_ habit: String, on day: Day?, now: Date) async throws -> HabitChange {
    try await change(now) { data, reporter in
      let index = try data.habits.index(matching: habit)
      let day = try reporter.validatedDay(day)
      guard data.habits[index].state == .active else {
        throw HabitsError.habitArchived(data.habits[index].name)
      }
      let isNew = data.habits[index].completions.insert(day).inserted
      let report = reporter.report(on: data.habits[index], in: data)
      return HabitChange(report: report, day: day, isUnchanged: !isNew)
    }
  }

  func undoCompletion(of habit: String, on day: Day?, now: Date) async throws -> HabitChange {
    try await change(now) { data, reporter in
      let index = try data.habits.index(matching: habit)
      let day = try reporter.validatedDay(day)
      let removed = data.habits[index].completions.remove(day)
      let report = reporter.report(on: data.habits[index], in: data)
      return HabitChange(report: report, day: day, isUnchanged: removed == nil)
    }
  }

  func report(on habit: String, now: Date) async throws -> HabitReport {
    let data = try await storage.active.read()
    let habit = data.habits[try data.habits.index(matching: habit)]
    return HabitReporter(calendar: calendar, now: now).report(on: habit, in: data)
  }

  func list(in area: String?, includingArchived: Bool, now: Date) async throws -> [HabitReport] {
    let data = try await storage.active.read()
    let areaID = try area.map { text in data.areas[try data.areas.index(matching: text)].id }
    let reporter = HabitReporter(calendar: calendar, now: now)
    return data.habits.filter { habit in
      (includingArchived || habit.state == .active) && (areaID == nil || habit.areaID == areaID)
    }
    .sortedByName.map { reporter.report(on: $0, in: data) }
  }

  private func change<Result: Sendable>(
    _ now: Date,
    _ body: @escaping @Sendable (inout HabitData, HabitReporter) throws -> Result
  ) async throws -> Result {
    let reporter = HabitReporter(calendar: calendar, now: now)
    return try await storage.active.change { data in try body(&data, reporter) }
  }
}
