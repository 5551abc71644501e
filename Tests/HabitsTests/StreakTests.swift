import Foundation
import Testing

@testable import Habits

struct StreakCase: Sendable {
  let name: String
  let zone: String
  let days: [String]
  let today: String
  var archivedAt: String?
  let streak: (status: Streak.Status, current: Int, longest: Int)
}

private let cases = [
  StreakCase(
    name: "no day",
    zone: "Etc/UTC",
    days: [],
    today: "2026-11-20",
    streak: (.broken, 0, 0)
  ),
  StreakCase(
    name: "today alone",
    zone: "Etc/UTC",
    days: ["2026-11-20"],
    today: "2026-11-20",
    streak: (.doneToday, 1, 1)
  ),
  StreakCase(
    name: "today is open",
    zone: "Etc/UTC",
    days: ["2026-11-18", "2026-11-19"],
    today: "2026-11-20",
    streak: (.dueToday, 2, 2)
  ),
  StreakCase(
    name: "a missed day",
    zone: "Etc/UTC",
    days: ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-19", "2026-11-20"],
    today: "2026-11-20",
    streak: (.doneToday, 2, 3)
  ),
  StreakCase(
    name: "yesterday was missed",
    zone: "Etc/UTC",
    days: ["2026-11-17", "2026-11-18"],
    today: "2026-11-20",
    streak: (.broken, 0, 2)
  ),
  StreakCase(
    name: "over the end of a leap February",
    zone: "Etc/UTC",
    days: ["2028-02-28", "2028-02-29", "2028-03-01"],
    today: "2028-03-01",
    streak: (.doneToday, 3, 3)
  ),
  StreakCase(
    name: "a day of 23 hours",
    zone: "Europe/Berlin",
    days: ["2026-03-28", "2026-03-29", "2026-03-30"],
    today: "2026-03-30",
    streak: (.doneToday, 3, 3)
  ),
  StreakCase(
    name: "a day of 25 hours",
    zone: "Europe/Berlin",
    days: ["2026-10-24", "2026-10-25", "2026-10-26"],
    today: "2026-10-26",
    streak: (.doneToday, 3, 3)
  ),
  StreakCase(
    name: "a day without a midnight",
    zone: "America/Sao_Paulo",
    days: ["2018-11-03", "2018-11-04", "2018-11-05"],
    today: "2018-11-05",
    streak: (.doneToday, 3, 3)
  ),
  StreakCase(
    name: "a day that the zone left out",
    zone: "Pacific/Apia",
    days: ["2011-12-29", "2011-12-31"],
    today: "2011-12-31",
    streak: (.doneToday, 2, 2)
  ),
  StreakCase(
    name: "archived long ago",
    zone: "Etc/UTC",
    days: ["2026-10-01", "2026-10-02"],
    today: "2026-11-20",
    archivedAt: "2026-10-03T08:00:00Z",
    streak: (.archived, 2, 2)
  ),
  StreakCase(
    name: "archived after a gap",
    zone: "Etc/UTC",
    days: ["2026-10-01", "2026-10-02"],
    today: "2026-11-20",
    archivedAt: "2026-10-10T08:00:00Z",
    streak: (.archived, 0, 2)
  ),
]

@Test(arguments: cases)
func `a streak is the days in a row`(example: StreakCase) throws {
  let zone = try #require(TimeZone(identifier: example.zone))
  var habit = Habit(id: UUID(), name: "Read", createdAt: .distantPast)
  habit.completions = Set(example.days.compactMap { Day($0) })
  #expect(habit.completions.count == example.days.count)
  if let time = example.archivedAt { habit.state = .archived(since: try date(time)) }
  let today = try #require(Day(example.today))
  let streak = Streak(of: habit, today: today, in: DayCalendar(timeZone: zone))
  #expect(streak.status == example.streak.status, "\(example.name)")
  #expect(streak.current == example.streak.current, "\(example.name)")
  #expect(streak.longest == example.streak.longest, "\(example.name)")
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
