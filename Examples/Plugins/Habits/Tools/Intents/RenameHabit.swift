import IntentKit
import JSONText

enum RenameHabit: HabitIntent {
  static let definition = PackageResources.RenameHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.habits.rename(
      arguments.text("habit"),
      to: arguments.text("name"),
      now: arguments.now
    )
    return IntentResult(
      ["habit": report.json],
      dialog: "Renamed the habit to \(report.habit.name.quoted)."
    )
  }
}
