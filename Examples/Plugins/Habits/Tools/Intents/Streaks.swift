import IntentKit
import JSONText

enum Streaks: HabitIntent {
  static let definition = PackageResources.Streaks_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let reports =
      if let habit = arguments.optionalText("habit") {
        [try await services.habits.report(on: habit, now: arguments.now)]
      } else {
        try await services.habits.list(in: nil, includingArchived: false, now: arguments.now)
          .sorted { $0.streak.current > $1.streak.current }
      }
    let streaks = reports.map { report -> JSONValue in
      [
        "habit": ["id": report.habit.id.json, "name": report.habit.name.json],
        "streak": report.streak.json,
      ]
    }
    let best = reports.first.map { report in
      "\(report.habit.name.quoted): \(report.streak.current.pluralized("day")) in a row"
    }
    return IntentResult(
      services.todayJSON(at: arguments.now).merging(["streaks": .array(streaks)]),
      dialog: "\(best ?? "There are no habits")."
    )
  }
}
