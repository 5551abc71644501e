import IntentKit
import JSONText

enum Streaks: HabitIntent {
  static let definition = PackageResources.Streaks_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let reports =
      if let habit = call.optionalText("habit") {
        [try await services.habits.report(on: habit, now: call.now)]
      } else {
        try await services.habits.list(in: nil, includingArchived: false, now: call.now)
          .sorted { $0.streak.current > $1.streak.current }
      }
    let streaks = reports.map { report -> JSONValue in
      [
        "habit": ["id": report.habit.id.field, "name": report.habit.name.field],
        "streak": report.streak.json,
      ]
    }
    let best = reports.first.map { report in
      "\(report.habit.name.quoted): \(report.streak.current.counted("day")) in a row"
    }
    return Answer(
      services.today(at: call.now).merging(["streaks": .array(streaks)]),
      dialog: "\(best ?? "There are no habits")."
    )
  }
}
