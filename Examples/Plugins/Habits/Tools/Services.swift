import Foundation
import JSONText

/// The rules that tools are done by.
struct Services: Sendable {
  let habits: any HabitTracking
  let badHabits: any BadHabitTracking
  let areas: any AreaKeeping
  let profile: any ProfileKeeping
  let calendar: DayCalendar

  /// The rules over a storage.
  init(
    storage: StorageManager,
    timeZone: TimeZone,
    makeID: @escaping @Sendable () -> UUID
  ) {
    calendar = DayCalendar(timeZone: timeZone)
    habits = HabitService(storage: storage, calendar: calendar, makeID: makeID)
    badHabits = BadHabitService(storage: storage, calendar: calendar, makeID: makeID)
    areas = AreaService(storage: storage, makeID: makeID)
    profile = ProfileService(storage: storage, makeID: makeID)
  }
}

extension Services {
  /// The day of a call, and the zone that it is the day of.
  func today(at now: Date) -> JSONObject {
    [
      "day": calendar.day(of: now).field,
      "timeZone": calendar.timeZone.identifier.field,
    ]
  }
}
