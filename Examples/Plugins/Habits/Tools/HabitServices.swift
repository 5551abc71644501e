import Foundation
import JSONText

/// The services that the habit tools use.
struct HabitServices: Sendable {
  let habits: any HabitManaging
  let badHabits: any BadHabitManaging
  let areas: any AreaManaging
  let profile: any ProfileManaging
  let calendar: DayCalendar

  /// Creates services over a storage.
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

extension HabitServices {
  /// Returns the day of a call and the time zone, for the call's JSON result.
  func todayJSON(at now: Date) -> JSONObject {
    [
      "day": calendar.day(of: now).json,
      "timeZone": calendar.timeZone.identifier.json,
    ]
  }
}
