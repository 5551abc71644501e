import Foundation
import Testing

@testable import Habits

@Test(
  arguments: [
    // today is open
    ("Etc/UTC", "2026-11-18 2026-11-19", "2026-11-20", nil, .dueToday, 2, 2),
    (
      "Etc/UTC", "2026-11-15 2026-11-16 2026-11-17 2026-11-19 2026-11-20", "2026-11-20", nil,
      .doneToday, 2, 3
    ),  // a missed day
    // yesterday was missed
    ("Etc/UTC", "2026-11-17 2026-11-18", "2026-11-20", nil, .broken, 0, 2),
    // over the end of a leap February
    ("Etc/UTC", "2028-02-28 2028-02-29 2028-03-01", "2028-03-01", nil, .doneToday, 3, 3),
    // a day of 23 hours
    ("Europe/Berlin", "2026-03-28 2026-03-29 2026-03-30", "2026-03-30", nil, .doneToday, 3, 3),
    // a day without a midnight
    ("America/Sao_Paulo", "2018-11-03 2018-11-04 2018-11-05", "2018-11-05", nil, .doneToday, 3, 3),
    // a day that the zone left out
    ("Pacific/Apia", "2011-12-29 2011-12-31", "2011-12-31", nil, .doneToday, 2, 2),
    // archived long ago
    ("Etc/UTC", "2026-10-01 2026-10-02", "2026-11-20", "2026-10-03T08:00:00Z", .archived, 2, 2),
    // archived after a gap
    ("Etc/UTC", "2026-10-01 2026-10-02", "2026-11-20", "2026-10-10T08:00:00Z", .archived, 0, 2),
  ] as [(String, String, String, String?, Streak.Status, Int, Int)]
)
func `a streak is the days in a row`(
  zone: String,
  days: String,
  today: String,
  archivedAt: String?,
  status: Streak.Status,
  current: Int,
  longest: Int
) throws {
  let zone = try #require(TimeZone(identifier: zone))
  var habit = Habit(id: UUID(), name: "Read", createdAt: .distantPast)
  habit.completions = Set(days.split(separator: " ").compactMap { Day(String($0)) })
  if let archivedAt { habit.state = .archived(since: try date(archivedAt)) }
  let today = try #require(Day(today))
  let streak = Streak(of: habit, today: today, in: DayCalendar(timeZone: zone))
  #expect(streak.status == status)
  #expect(streak.current == current)
  #expect(streak.longest == longest)
}

@Test(arguments: [
  ("Europe/Berlin", ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"], 3),
  ("Europe/Berlin", ["2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"], 3),
  ("Europe/Berlin", ["2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"], 1),
  ("Asia/Tokyo", ["2026-11-19T14:59:59Z", "2026-11-19T15:00:00Z"], 2),
  ("America/Los_Angeles", ["2026-11-19T14:59:59Z", "2026-11-19T15:00:00Z"], 1),
])
func `a habit is completed on the day in its time zone`(
  zone: String,
  times: [String],
  days: Int
) async throws {
  let fixture = try HabitsFixture(zone: zone)
  let habits = fixture.services.habits
  _ = try await habits.create("Read", in: nil, now: date(times[0]))
  var change: HabitChange?
  for time in times { change = try await habits.complete("Read", on: nil, now: date(time)) }
  #expect(change?.report.streak.current == days)
  #expect(change?.report.streak.status == .doneToday)
  #expect(change?.report.habit.completions.count == days)
}

@Test(arguments: [
  "", "2026-11-2", "2026-11-31", "2026-02-29", "2026-00-10", "2026-13-01", "26-11-20", "2026/11/20",
  "2026-11-20T00:00", "2026-+1-20", "0026-11-20", "٢٠٢٦-11-20",
])
func `invalid days are rejected`(text: String) {
  #expect(Day(text) == nil)
}
